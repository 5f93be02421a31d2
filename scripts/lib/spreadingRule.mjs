// A lint rule that forbids spreading a list of unbounded length into the arguments of a call.

/**
 * The length of lists depends on documents and schemas, and a call accepts some hundred thousand arguments at most.
 * The rule allows tuples, whose type fixes their length, and rest parameters, since it checks their calls.
 * @type {import("eslint").Rule.RuleModule}
 */
export const spreadingRule = {
  meta: {
    type: "problem",
    schema: [],
    messages: { spread: "A call takes some hundred thousand arguments at most: go through the list." },
  },
  create({ report, sourceCode }) {
    const { getTypeAtLocation, program } = sourceCode.parserServices;
    /** @param {import("estree").Expression} list */
    const isBounded = (list) => {
      if (program.getTypeChecker().isTupleType(getTypeAtLocation(list))) return true;
      const scope = sourceCode.getScope(list);
      const variable = scope.references.find(({ identifier }) => identifier === list)?.resolved;
      return variable?.defs.some(
        ({ type, node, name }) =>
          type === "Parameter" &&
          node.params.some(
            (/** @type {import("estree").Pattern} */ one) =>
              one.type === "RestElement" && one.argument === name,
          ),
      );
    };
    return {
      ":matches(CallExpression, NewExpression) > SpreadElement"(
        /** @type {import("estree").SpreadElement} */ node,
      ) {
        if (!isBounded(node.argument)) report({ node, messageId: "spread" });
      },
    };
  },
};
