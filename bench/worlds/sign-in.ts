/** Holds what a browser sends when it returns from the code host. */
export interface WayBack {
  readonly path: string;
  readonly cookie: string;
}

/** Goes the whole way to the code host and back, up to the last step, which signs in. */
export async function goToCodeHost(serviceUrl: string, login: string): Promise<WayBack> {
  const started = await fetch(`${serviceUrl}/api/auth/start?mode=mobile`, { redirect: 'manual' });
  const back = await fetch(started.headers.get('location') ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ login, decision: 'authorize' }),
  });
  const { pathname, search } = new URL(back.headers.get('location') ?? '');
  const [cookie = ''] = started.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { path: `${pathname}${search}`, cookie };
}

/** The last step; what presents the session. */
export async function comeBack(serviceUrl: string, { path, cookie }: WayBack): Promise<string> {
  const answer = await fetch(`${serviceUrl}${path}`, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`no sign-in: ${answer.status} ${text}`);
  return (JSON.parse(text) as { readonly sessionToken: string }).sessionToken;
}

export const signIn = async (serviceUrl: string, login: string): Promise<string> =>
  comeBack(serviceUrl, await goToCodeHost(serviceUrl, login));
