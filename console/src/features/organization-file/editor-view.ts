import { autocompletion, type Completion, completeAnyWord } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { FileProblem } from '@orgdesk/client';
import { EditorView, minimalSetup } from 'codemirror';

const CHECK_DELAY_MS = 600;

interface Editing {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** JSON Schema of the text. */
  readonly schema: object;
  readonly onChange: (text: string) => void;
  readonly check: (text: string) => Promise<readonly FileProblem[]>;
}

/** The editor writes its own styles, which the content security policy allows only in a shadow tree. */
export function openEditor({ parent, text, label, schema, onChange, check }: Editing): () => void {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const editor = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      minimalSetup,
      lineNumbers(),
      lintGutter(),
      yaml(),
      syntaxHighlighting(COLORS),
      autocompletion({ override: [keysAndValues(schema), completeAnyWord] }),
      linter(async (view) => (await check(view.state.doc.toString())).map((problem) => diagnosticOf(view, problem)), {
        delay: CHECK_DELAY_MS,
      }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      EditorView.theme(THEME),
    ],
  });
  return () => editor.destroy();
}

/** Completes keys of mappings and values of enumerations, wherever the schema has them. */
function keysAndValues(schema: object) {
  const [keys, values] = [new Set<string>(), new Set<string>()];
  const collect = (part: unknown): void => {
    const { properties, enum: choices } = Object(part) as { readonly properties?: object; readonly enum?: unknown };
    for (const key of Object.keys(properties ?? {})) keys.add(key);
    if (Array.isArray(choices)) for (const choice of choices) values.add(String(choice));
    for (const inner of Object.values(Object(part))) if (typeof inner === 'object') collect(inner);
  };
  collect(schema);
  const ofKeys: readonly Completion[] = [...keys].map((label) => ({ label, apply: `${label}: `, type: 'property' }));
  const ofValues: readonly Completion[] = [...values].map((label) => ({ label, type: 'constant' }));
  return (context: Parameters<typeof completeAnyWord>[0]) => {
    const word = context.matchBefore(/[\w-]*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, word.from - line.from);
    return { from: word.from, options: /:\s*$/.test(before) ? ofValues : ofKeys, validFor: /^[\w-]*$/ };
  };
}

function diagnosticOf(view: EditorView, { line, column, message, nearest }: FileProblem): Diagnostic {
  const target = view.state.doc.line(Math.min(line, view.state.doc.lines));
  const from = Math.min(target.from + column - 1, target.to);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return { from, to: target.to, severity: 'error', message: `${message}${hint}` };
}

const COLORS = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--fgColor-accent)' },
  { tag: tags.string, color: 'var(--fgColor-default)' },
  { tag: tags.comment, color: 'var(--fgColor-muted)' },
]);

const THEME = {
  '&': {
    color: 'var(--fgColor-default)',
    backgroundColor: 'var(--bgColor-default)',
    fontSize: '13px',
    height: '28rem',
  },
  '&.cm-focused': { outline: '2px solid var(--focus-outlineColor)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
  '.cm-content': { caretColor: 'var(--fgColor-default)' },
  '.cm-cursor': { borderLeftColor: 'var(--fgColor-default)' },
  '.cm-gutters': {
    color: 'var(--fgColor-muted)',
    backgroundColor: 'var(--bgColor-muted)',
    borderRight: '1px solid var(--borderColor-default)',
  },
  '.cm-tooltip': {
    color: 'var(--fgColor-default)',
    backgroundColor: 'var(--overlay-bgColor)',
    border: '1px solid var(--borderColor-default)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--fgColor-onEmphasis)',
    backgroundColor: 'var(--bgColor-accent-emphasis)',
  },
};
