import type { FastifyReply } from 'fastify';
import type { UserRecord } from '../world/records.ts';

/** Safe in HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No form-action: browsers would also apply it to the redirect back to the App.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2230; --soft: #5a6274; --line: #d5d9e2; --ground: #f4f5f8; --card: #fff; --accent: #3147c2; --note: #fff3d6; --note-ink: #5c4300; --danger: #a8222e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ebf2; --soft: #a5adc0; --line: #3a4154; --ground: #141824; --card: #1d2230; --accent: #a9b6ff; --note: #3b3114; --note-ink: #ffe2a0; --danger: #ff9aa2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.banner { margin: 0; padding: .6rem 1rem; background: var(--note); color: var(--note-ink); text-align: center; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 1rem 0 .25rem; }
p { margin: .25rem 0 1rem; color: var(--soft); overflow-wrap: anywhere; text-wrap: pretty; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
button, .card { font: inherit; color: inherit; cursor: pointer; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); min-height: 2.75rem; padding: .6rem .9rem; }
button:hover, .card:hover { border-color: var(--accent); }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { width: 100%; display: grid; grid-template-columns: 2.5rem 1fr; gap: 0 .8rem; align-items: center; text-align: left; }
.person img { grid-row: span 2; width: 2.5rem; height: 2.5rem; border-radius: 50%; }
.person strong { overflow-wrap: anywhere; }
.person small { grid-column: 2; color: var(--soft); font-size: .875rem; }
.suggested { border: 2px solid var(--accent); }
.cancel { margin-top: 1rem; width: 100%; }
.card { text-decoration: none; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
.granted { list-style: disc; padding-left: 1.2rem; gap: .1rem; margin-bottom: 1rem; }
fieldset { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .6rem .9rem; margin: 0 0 1rem; }
label { display: flex; gap: .6rem; align-items: center; min-height: 2.25rem; overflow-wrap: anywhere; }
label small { color: var(--soft); }
input { accent-color: var(--accent); width: 1.15rem; height: 1.15rem; flex: none; }
.text { width: auto; height: auto; flex: 1; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .6rem; min-width: 0; }
.choices { max-height: 22rem; overflow-y: auto; gap: 0; border-top: 1px solid var(--line); padding: .4rem; }
fieldset:has([value="all"]:checked) .choices { display: none; }
.main { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600; }
.danger { border-color: var(--danger); color: var(--danger); }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.message { padding: .6rem .9rem; border-radius: .6rem; background: var(--note); color: var(--note-ink); }
a { color: var(--accent); }
`;

/** `content` is HTML; the rest is text. */
export function htmlPage(title: string, content: string, heading = title): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="banner"><strong>Simulated code host.</strong> Nobody here is real, and no password is needed.</header>
<main>
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>
`;
}

export function messagePage(title: string, text: string, link?: { readonly href: string; readonly text: string }) {
  const way = link === undefined ? '' : `\n<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`;
  return htmlPage(title, `<p>${escapeHtml(text)}</p>${way}`);
}

/** Posts to the page's own URL. */
export const personForm = (login: string, content: string) =>
  `<form method="post">\n<input type="hidden" name="login" value="${escapeHtml(login)}">\n${content}\n</form>`;

export interface PageLink {
  readonly href: string;
  readonly accountId: number;
  readonly title: string;
  readonly note: string;
}

export function choicePage(title: string, text: string, links: readonly PageLink[]): string {
  const items = links.map(({ href, accountId, title: name, note }) =>
    choiceItem(`a class="card person" href="${escapeHtml(href)}"`, accountId, name, note),
  );
  return htmlPage(title, `<p>${escapeHtml(text)}</p>\n<ul>\n${items.join('\n')}\n</ul>`);
}

export function choiceItem(tag: string, accountId: number, title: string, note: string): string {
  return `<li><${tag}>
<img src="/avatars/${accountId}" alt="" width="40" height="40"><strong>${escapeHtml(title)}</strong><small>${escapeHtml(note)}</small>
</${tag.split(' ', 1)[0]}></li>`;
}

export const titleOf = ({ login, name }: UserRecord) => (name === null ? login : `${name} (${login})`);

export type PageAnswer = string | { readonly status: number; readonly html: string } | { readonly to: string };

export function sendAnswer(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if (typeof answer === 'string') return reply.headers(PAGE_HEADERS).send(answer);
  return 'to' in answer ? reply.redirect(answer.to) : sendAnswer(reply.code(answer.status), answer.html);
}
