/**
 * `fetch` whose JSON answers have every integer beyond exactness as a text of its digits. IDs of webhook
 * deliveries have grown past what a JavaScript number holds, and a rounded ID names another delivery or none.
 */
export function withExactIntegers(fetchAnswer: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await fetchAnswer(input, init);
    if (answer.body === null || !answer.headers.get('content-type')?.includes('json')) return answer;
    const text = await answer.text();
    return new Response(SIXTEEN_DIGITS.test(text) ? exact(text) : text, answer);
  };
}

/** The largest exact integer has sixteen. */
const SIXTEEN_DIGITS = /\d{16}/;

function exact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, keepDigits));
  } catch {
    return text;
  }
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
