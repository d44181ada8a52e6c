import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import { GROUPS, type Setting } from './settings.ts';

/** Every setting of the service. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...Object.values(SERVICE_SETTINGS),
  ...Object.values(CODE_HOST_SETTINGS),
];

/** The same, by what it is about. */
export const SETTINGS_BY_GROUP: readonly (readonly [string, readonly Setting<unknown>[]])[] = GROUPS.map((group) => [
  group,
  ALL_SETTINGS.filter((each) => each.group === group),
]);

/** Its value when it is not set, in words; code in backticks. */
export function defaultOf(setting: Setting<unknown>): string {
  if (setting.default !== undefined) return setting.default;
  return setting.required ? 'required' : String(setting.otherwise(false));
}
