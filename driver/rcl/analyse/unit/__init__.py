# SPDX-License-Identifier: MIT
"""What one translation unit says: its tree, its text, the control flow of its functions."""
