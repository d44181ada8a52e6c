import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML content and attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Returns true if errors are sent as JSON instead of a redirect (decision S4). */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Decision I4. */
export const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.toLowerCase().includes('text/html') ?? false;

/** For browsers that open an API address. */
interface OutcomePage {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** Next step; null if the message is enough. */
  readonly advice: string | null;
  readonly returnHref: string;
  /** Default: `Back to orgdesk`. */
  readonly returnText?: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
main { max-width: 32rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
a { display: inline-block; margin-top: 1rem; padding: .5rem 1rem; border: 1px solid; border-radius: .375rem; color: inherit; }
`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page has no script, one style sheet identified by hash, and no content of the request. */
export function sendOutcomePage(reply: FastifyReply, page: OutcomePage) {
  const { status, title, message, advice, returnHref, returnText = 'Back to orgdesk' } = page;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · orgdesk</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
${advice === null ? '' : `<p>${escaped(advice)}</p>\n`}<a href="${escaped(returnHref)}">${escaped(returnText)}</a>
</main>
</body>
</html>
`;
  return reply
    .code(status)
    .header('Content-Security-Policy', POLICY)
    .header('Content-Type', 'text/html; charset=utf-8')
    .send(html);
}
