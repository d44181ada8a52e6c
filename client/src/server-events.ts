export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Bounds memory. Events of the service are far smaller. */
const EVENT_MAX_CHARACTERS = 1024 * 1024;

/** Yields complete events. Calls `onBytes` whenever data arrives, including comments. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > EVENT_MAX_CHARACTERS) throw new Error('This is no stream of events.');
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== null) yield event;
    }
  }
}

/** Null for a block without data, such as a comment. */
function eventIn(block: string): ServerEvent | null {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+):? ?(.*)$/s.exec(line) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([, field, value = '']) => (field === name ? [value] : []));
  const data = valuesOf('data');
  return data.length === 0 ? null : { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
