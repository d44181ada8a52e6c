import { NEEDED_EVENTS, registeredAddresses, requestedPermissions } from '../../../domain/app/app-registration.ts';
import { escaped } from '../../../http/answers/escaped.ts';
import { chosenPermissions, hasWebhook, type SetupPlan } from '../plan.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f27; --soft: #545d6e; --line: #d3d8e1; --ground: #f5f6f9; --card: #fff; --accent: #2f45bd; --note: #fff4d9; --note-ink: #553f00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef4; --soft: #a9b1c2; --line: #3b4254; --ground: #141822; --card: #1d2230; --accent: #aab7ff; --note: #3a3013; --note-ink: #ffe3a3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .4rem 0 1rem; text-wrap: pretty; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.2rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .35rem 1.2rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, monospace; }
.note { background: var(--note); color: var(--note-ink); border-radius: .7rem; padding: .7rem 1.2rem; }
.soft { color: var(--soft); }
button { font: inherit; font-weight: 600; color: var(--card); background: var(--accent); border: 0; border-radius: .6rem; padding: .75rem 1.4rem; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;

/** `nonce` allows the style sheet. */
function page(nonce: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · orgdesk</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

export function registerPage(
  nonce: string,
  plan: SetupPlan,
  form: { readonly action: URL; readonly manifest: object },
): string {
  const base = new URL(plan.baseUrl);
  const host = new URL(plan.codeHostUrl).host;
  const { callback, setup, webhook } = registeredAddresses(base);
  const owner = plan.organization === null ? 'your own account' : plan.organization;
  const receivesWebhooks = hasWebhook(plan);
  const permissions = requestedPermissions(chosenPermissions(plan)).map(({ name, level, purpose }) => [
    `${name.replaceAll('_', ' ')}: ${level}`,
    escaped(purpose),
  ]);
  return page(
    nonce,
    `Register orgdesk on ${host}`,
    `<p>This creates a GitHub App for <strong>${escaped(owner)}</strong>. You confirm it on ${escaped(host)}, where you can also change the name.</p>
<section aria-labelledby="app"><h2 id="app">The App</h2>${list([
      ['Name', escaped(plan.name)],
      ['Owned by', escaped(owner)],
      ['Who can install it', plan.isPublic ? 'any account, after approval by its owner' : `${escaped(owner)} alone`],
    ])}</section>
<section aria-labelledby="asks"><h2 id="asks">Permissions</h2>${list(permissions)}</section>
<section aria-labelledby="events"><h2 id="events">Webhook events</h2>
${receivesWebhooks ? `<p>${NEEDED_EVENTS.map((event) => `<code>${event}</code>`).join(', ')}, and events of its own installations and authorizations</p>` : `<p class="note">None: ${escaped(host)} cannot reach ${escaped(base.host)}. orgdesk checks for changes every few minutes instead. The terminal shows how to add a webhook later.</p>`}</section>
<section aria-labelledby="addresses"><h2 id="addresses">URLs</h2>${list([
      ['Home page', address(base.origin)],
      ['After signing in', address(callback.href)],
      ['After installing', address(setup.href)],
      ...(receivesWebhooks ? [['Webhooks', address(webhook.href)] as const] : []),
    ])}</section>
<form method="post" action="${escaped(form.action.href)}">
<input type="hidden" name="manifest" value="${escaped(JSON.stringify(form.manifest))}">
<button autofocus>Continue to ${escaped(host)}</button>
</form>
<p class="soft">You must be signed in to ${escaped(host)}${plan.organization === null ? '' : `, as an owner of ${escaped(plan.organization)}`}. ${escaped(host)} redirects you back to this machine with a code that expires after one hour.</p>`,
  );
}

export const outcomePage = (nonce: string, title: string, text: string): string =>
  page(nonce, title, `<section><p>${escaped(text)}</p></section>`);

const address = (href: string): string => `<code>${escaped(href)}</code>`;

/** The second of each pair is HTML. */
const list = (entries: readonly (readonly string[])[]): string =>
  `<dl>${entries.map(([term = '', html = '']) => `<dt>${escaped(term)}</dt><dd>${html}</dd>`).join('')}</dl>`;
