/** One stream of events, as somebody reads it who wants to see everything. */
export interface Watched<News> {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly News[];
  readonly text: () => string;
  /** Resolves when the service has ended it: true, or false when the connection broke. */
  readonly ended: Promise<boolean>;
  readonly leave: () => void;
}

/** Opens a stream of events of one name, whose data are JSON. */
export async function watchEvents<News>(
  address: string,
  event: string,
  headers: Readonly<Record<string, string>>,
): Promise<Watched<News>> {
  const leaving = new AbortController();
  const answer = await fetch(address, { headers, signal: leaving.signal });
  const events: News[] = [];
  const start = `event: ${event}\ndata: `;
  let text = '';
  const read = async (): Promise<boolean> => {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text
          .split('\n\n')
          .slice(0, -1)
          .filter((block) => block.startsWith(start));
        events.splice(0, events.length, ...blocks.map((block) => JSON.parse(block.slice(start.length))));
      }
      return true;
    } catch {
      return false;
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    text: () => text,
    ended: read(),
    leave: () => leaving.abort(),
  };
}
