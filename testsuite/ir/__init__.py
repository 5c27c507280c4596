# SPDX-License-Identifier: MIT
"""Another opinion of what a section captures: clang's code for the original, read without libclang.

    code        functions of unoptimised LLVM assembly: blocks, and what they do to which local variable   code.py
    compare     the same sections' captures, ours against the liveness of that code                        compare.py
"""
