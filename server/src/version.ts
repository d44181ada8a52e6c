/** Version of the service and of its contract; the same as in `package.json`. */
export const VERSION = '0.1.0';
