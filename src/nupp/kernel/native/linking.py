"""Functions that are only linked into others: no machine code is made of them alone.

Neither are they optimised alone: LLVM does that once, for a kernel with all that is linked into it.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="misc,no-untyped-call,untyped-decorator"

from __future__ import annotations

import re
from typing import Any, Final

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering


def calls_through_pointer(library: Any) -> bool:
    """True if code holds pointers that only Numba's linker can fill in, as mutual recursion needs."""
    return any(item.name.startswith(RuntimeLinker.PREFIX) for item in library._final_module.global_variables)


MOST_INLINED: Final = 220
"""Functions of up to this many instructions are inlined wherever they are called; LLVM decides about others.

Counted before anything is inlined into them. Measured: see docs/experiments/inlining.md.
"""


MOST_IN_ALL: Final = 7_000
"""Functions that become larger than this by what is inlined into them are left to LLVM, too.

Calls within calls, in loops that LLVM unrolls, otherwise make forty thousand instructions of the search of a
game, and eight seconds of LLVM's time. Measured: see docs/experiments/inlining.md.
"""


class _PartOfOthers(JITCodeLibrary):
    """Code that other libraries link, and the machine never runs itself.

    Functions that call each other in a circle are the exception, and all that call them: one of the circle is
    reached through a pointer, so it needs an address.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.has_address = False

    def _optimize_final_module(self) -> None:
        """Leave that to the kernel, but have small functions inlined there."""
        self.has_address = calls_through_pointer(self) or any(
            calls_through_pointer(library) or getattr(library, "has_address", False)
            for library in self._linking_libraries
        )
        if self.has_address:
            super()._optimize_final_module()
            return
        bodies = bodies_of(self._final_module)
        for name, size in sizes_inlined(self._final_module, bodies).items():
            if size <= MOST_IN_ALL and len(bodies[name]) <= MOST_INLINED:
                self._final_module.get_function(name).add_function_attribute("alwaysinline")

    def _finalize_final_module(self) -> None:
        if self.has_address:
            super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True


Bodies = dict[str, list[str]]
"""The instructions of functions: what each calls by name, "" for one that does not."""

_INSTRUCTION: Final = re.compile(r'^  (?![ \]])(?:.*?\bcall [^@\n]*@("[^"\n]+"|[\w.$-]+)\()?', re.MULTILINE)
"""An instruction in the text of a function, which may go on in lines that are indented more."""


def bodies_of(module: Any) -> Bodies:
    """The bodies of a module's functions, but for those that it only declares.

    Read from their text: to ask LLVM for one instruction after another takes five times as long.
    """
    return {
        one.name: [name.strip('"') for name in _INSTRUCTION.findall(str(one))]
        for one in module.functions
        if not one.is_declaration
    }


def sizes_inlined(module: Any, bodies: Bodies) -> dict[str, int]:
    """The instructions of each function of a module, with all that is inlined into it for certain."""
    inlined = {name for name in bodies if _is_inlined(module.get_function(name))}
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = 0  # in a circle of calls
            body = bodies[name]
            sizes[name] = len(body) + sum(size(callee) for callee in body if callee in inlined)
        return sizes[name]

    return {name: size(name) for name in bodies}


def _is_inlined(function: Any) -> bool:
    return any(b"alwaysinline" in attribute for attribute in function.attributes)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LoweringForOthers(NativeLowering):
    """Numba's lowering, but for the machine code and what needs its address."""

    _name = "lowering_for_others"

    def run_pass(self, state: Any) -> bool:
        target = state.targetctx
        library = state.library = _PartOfOthers(target.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        library._ensure_finalized()
        lowered = state["cr"]
        function = _executable(target, library, lowered.fndesc, lowered.env)
        target.insert_user_function(function, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=function, env=lowered.env)
        return True


def _executable(target: Any, library: _PartOfOthers, description: Any, environment: Any) -> Any:
    """The object by which Numba knows a compiled function; nothing calls it."""
    if library.has_address:
        return target.get_executable(library, description, environment)
    return _dynfunc.make_function(
        description.lookup_module(), description.qualname, description.qualname, 0, environment, (library,)
    )


@register_pass(mutates_CFG=True, analysis_only=False)
class _LoweringOfKernels(NativeLowering):
    """Numba's lowering; functions linked into the kernel find their environments, too."""

    _name = "lowering_of_kernels"

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        for variable in state.library._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                state.library.codegen.set_env(variable.name, environment)
        return True


class _Compiler(CompilerBase):
    """Numba's compiler with a lowering of its own."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (self.lowering if step is NativeLowering else step, text) for step, text in passes.passes
        ]
        passes.finalize()
        return [passes]


class InlinedCompiler(_Compiler):
    """Compiles methods, and kernels as other kernels call them."""

    lowering = _LoweringForOthers


class KernelCompiler(_Compiler):
    """Compiles kernels."""

    lowering = _LoweringOfKernels
