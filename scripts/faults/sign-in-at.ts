/** Signs in at one instance, whatever the address of the service is; headers that present the session. */
export async function signInAt(instanceUrl: string, login: string): Promise<{ readonly authorization: string }> {
  const started = await fetch(`${instanceUrl}/api/auth/start?mode=mobile`, { redirect: 'manual' });
  const back = await fetch(started.headers.get('location') ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ login, decision: 'authorize' }),
  });
  const { pathname, search } = new URL(back.headers.get('location') ?? '');
  const [cookie = ''] = started.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const answer = await fetch(`${instanceUrl}${pathname}${search}`, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`no sign-in: ${answer.status} ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { readonly sessionToken: string }).sessionToken}` };
}
