/** Query parameters of a request, undecoded where they have to go on byte for byte. */
export function rawQueryOf(url: string | undefined): string {
  return (url ?? '').split('?').slice(1).join('?');
}

/** A parameter as it stands in the query, undecoded; null when it is not there. */
export function rawParameter(rawQuery: string, name: string): string | null {
  const start = `${name}=`;
  const found = rawQuery.split('&').find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

/** The `state` to hand back, ready to be put into an address; empty when none came. */
export function stateParameter(rawState: string | null): readonly string[] {
  return rawState === null ? [] : [`state=${rawState.replaceAll('#', '%23')}`];
}

/** Adds parameters that are encoded already. */
export function withParameters(uri: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}
