# SPDX-License-Identifier: MIT
"""What the locks of a program cost: runs under the preload recorder, what they recorded, and what that means."""
