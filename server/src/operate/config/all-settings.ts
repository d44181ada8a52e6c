import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import { GROUPS, type Setting } from './settings.ts';

export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...Object.values(SERVICE_SETTINGS),
  ...Object.values(CODE_HOST_SETTINGS),
];

export const SETTINGS_BY_GROUP: readonly (readonly [string, readonly Setting<unknown>[]])[] = GROUPS.map((group) => [
  group,
  ALL_SETTINGS.filter((each) => each.group === group),
]);

/** A setting's default as text, with code in backticks. */
export function defaultOf(setting: Setting<unknown>): string {
  if (setting.default !== undefined) return setting.default;
  return setting.required ? 'required' : String(setting.otherwise(false));
}
