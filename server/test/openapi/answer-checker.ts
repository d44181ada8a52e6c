import { expect } from 'vitest';
import type { CheckedAnswer, DocumentedAnswers } from '../support/answers/documented-answers.ts';

/** Compares answers with the document, and remembers which it has seen. */
export function createAnswerChecker({ operations, faultsOf }: DocumentedAnswers) {
  const seen = new Set<string>();
  return {
    seen,
    all: operations,
    check(operationId: string, answer: CheckedAnswer): void {
      seen.add(`${operationId} ${answer.status}`);
      expect(faultsOf(operationId, answer), `${operationId} ${answer.status}: ${answer.body.slice(0, 300)}`).toEqual(
        [],
      );
    },
  };
}
