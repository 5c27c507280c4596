# SPDX-License-Identifier: MIT
"""What is known of the whole program: which mutex an expression means, what calls reach, change and wait for."""
