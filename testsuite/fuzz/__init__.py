# SPDX-License-Identifier: MIT
"""Random concurrent programs against the rewriter: original and rewritten must print the same in every kind of lock.

    choices     random decisions that hypothesis can shrink                choices.py
    program     a C program whose output is deterministic by construction  program.py, prelude.py
      function  one function with critical sections of any shape           sections.py, further.py, builds.py
                statements and scope                                       statements.py, scope.py
      values    its variables: how each type is declared, set and read     values.py
      locks     the mutexes, and every way to take and release them        locks.py
      layout    indentation, braces, odd formatting                        layout.py
    csmith      csmith's programs, with sections inserted at random        csmith.py, insert.py
    oracle      rewrites, compiles, runs and compares                      oracle.py, verdict.py, compiled.py
    campaign    many programs in parallel, resumable                       campaign.py, generated.py
    shrink      makes what fails smaller, by hypothesis or cvise           shrink.py, reduce.py
"""
