import { SECRET_MIN_DISTINCT_CHARACTERS } from '../../domain/limits/sessions.ts';

const PLACEHOLDER =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|it|this)|your[-_ ](own[-_ ])?(secret|token|key)|placeholder|example|passw(or)?d|secret[-_ ]?secret/i;

/** Completes a sentence about the secret; null if it seems random. */
export function whyGuessable(secret: string): string | null {
  if (new Set(secret).size < SECRET_MIN_DISTINCT_CHARACTERS) return 'has too few distinct characters';
  if (hasPeriod(secret)) return 'repeats the same text';
  if (isSequence(secret)) return 'is a sequence of characters';
  return PLACEHOLDER.test(secret) ? 'is a placeholder or contains a common word' : null;
}

/** Share of characters equal to those one period before; one in sixteen for random hex. */
const REPEATED_SHARE = 0.75;

function hasPeriod(text: string): boolean {
  const isRepeated = (period: number): boolean => {
    const same = [...text.slice(period)].filter((character, index) => character === text[index]);
    return same.length >= (text.length - period) * REPEATED_SHARE;
  };
  return Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some(isRepeated);
}

/** Returns true if most characters follow their predecessor. */
function isSequence(text: string): boolean {
  const isStep = (_: string, index: number): boolean =>
    Math.abs(text.charCodeAt(index + 1) - text.charCodeAt(index)) === 1;
  return [...text].slice(1).filter(isStep).length > text.length / 2;
}
