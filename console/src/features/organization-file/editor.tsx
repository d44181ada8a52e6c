import { useEffect, useRef } from 'react';
import { client } from '../../lib/reading/http-client.ts';

interface EditorProps {
  readonly text: string;
  readonly name: string;
  readonly onChange: (text: string) => void;
}

export function Editor({ text, name, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const initial = useRef(text);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const open = async () => {
      const [{ openEditor }, schema] = await Promise.all([
        import('./editor-view.ts'),
        client.getOrganizationFileSchema({}),
      ]);
      if (isGone || place.current === null) return;
      close = openEditor({
        parent: place.current,
        text: initial.current,
        label: `Text of ${name}`,
        // Without the schema, only words of the text are completed.
        schema: schema.data ?? {},
        onChange: (changed) => latest.current(changed),
        async check(checked) {
          if (checked.trim() === '') return [];
          const answer = await client.checkOrganizationFiles({ body: { files: [{ name, text: checked }] } });
          return answer.error === undefined ? answer.data.problems : [];
        },
      });
    };
    void open();
    return () => {
      isGone = true;
      close?.();
    };
  }, [name]);
  return <div className="organization-file-editor" ref={place} />;
}
