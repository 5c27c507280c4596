# SPDX-License-Identifier: MIT
"""What all tests share: no time limit on a generated example, for the machine may be busy."""

from hypothesis import settings

settings.register_profile("rcl", deadline=None)
settings.load_profile("rcl")
