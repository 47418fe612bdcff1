/**
 * Limits of the demo, raised because an integrator's tests all come from this machine. Failed logins lock an account as
 * in production. A variable that is already set takes precedence.
 */
export const demoLimits: Record<string, string> = Object.fromEntries(
  Object.entries({
    LIMIT_ADDRESS_FAILURES: '1000',
    LIMIT_SIGN_ONS: '100000',
  }).map(([name, value]) => [name, process.env[name] ?? value]),
)
