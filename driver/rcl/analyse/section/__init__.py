# SPDX-License-Identifier: MIT
"""Critical sections: their shape, their exits, what they capture, and what keeps them in place."""
