export function rawQueryOf(url: string | undefined): string {
  return (url ?? '').split('?').slice(1).join('?');
}

/** Undecoded, so that it is returned unchanged. */
export function rawParameter(rawQuery: string, name: string): string | null {
  const start = `${name}=`;
  const found = rawQuery.split('&').find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

export function stateParameter(rawState: string | null): readonly string[] {
  return rawState === null ? [] : [`state=${rawState.replaceAll('#', '%23')}`];
}

export function withParameters(uri: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}
