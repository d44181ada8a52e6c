export function rawQueryOf(url: string | undefined): string {
  return (url ?? '').split('?').slice(1).join('?');
}

/** Returns the undecoded value; null if absent. */
export function rawParameter(rawQuery: string, name: string): string | null {
  const start = `${name}=`;
  const found = rawQuery.split('&').find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

/** Returns the `state` parameter ready for a URL, if there is one. */
export function stateParameter(rawState: string | null): readonly string[] {
  return rawState === null ? [] : [`state=${rawState.replaceAll('#', '%23')}`];
}

export function withParameters(uri: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}
