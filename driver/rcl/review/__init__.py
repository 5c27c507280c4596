# SPDX-License-Identifier: MIT
"""The review of a rewriting, section by section: what a person sees, and what was decided."""
