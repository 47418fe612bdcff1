import type { Name } from './config-table.ts'

/** A clause's condition on a variable's value. With `when`, it applies only if another variable has that value. */
export type Need = { variable: Name; when?: readonly [variable: Name, value: string] } & (
  | { atMost: number }
  | { atLeast: number }
  /** The allowed values. The first becomes the default of the profile if the usual default is not allowed. */
  | { oneOf: readonly [string, ...string[]] }
  /** Any value that is not empty, with an example. */
  | { example: string }
)

/** The standards by the parts of a profile's name; `pci+psd2` has two. */
export const standards = { pci: 'PCI DSS', psd2: 'RTS', nist: 'SP 800-63B-4' } as const

export type Requirement = {
  of: keyof typeof standards
  /** The number of the clause. It is unique because `PROFILE_EXCEPTIONS` refers to it. */
  clause: string
  /** True if the clause's interpretation comes from secondary sources. */
  isSecondHand?: true
  /** The conditions on variables; empty if no configuration can violate the clause. */
  needs: readonly Need[]
}

/**
 * The requirements of the profiles: PCI DSS 4.0.1, the RTS on strong customer authentication (EU) 2018/389 and NIST
 * SP 800-63B-4. Each has a measurement in features/admin/compliance.
 */
export const requirements = {
  'pci-8.2.1': { of: 'pci', clause: '8.2.1', needs: [] },
  'pci-8.2.2': { of: 'pci', clause: '8.2.2', needs: [] },
  'pci-8.2.6': {
    of: 'pci',
    clause: '8.2.6',
    needs: [
      { variable: 'DORMANT_ACCOUNTS', oneOf: ['on'] },
      { variable: 'DORMANT_DEACTIVATE_DAYS', atMost: 90 },
    ],
  },
  'pci-8.2.8': {
    of: 'pci',
    clause: '8.2.8',
    needs: [
      { variable: 'SESSION_IDLE_MINUTES', atMost: 15 },
      { variable: 'ADMIN_SESSION_IDLE_MINUTES', atMost: 15 },
    ],
  },
  'pci-8.3.4': {
    of: 'pci',
    clause: '8.3.4',
    needs: [
      { variable: 'LIMIT_ACCOUNT_FAILURES', atMost: 10 },
      { variable: 'LIMIT_BROWSER_FAILURES', atMost: 10 },
    ],
  },
  'pci-8.3.6': { of: 'pci', clause: '8.3.6', needs: [] },
  'pci-8.3.7': { of: 'pci', clause: '8.3.7', needs: [] },
  'pci-8.3.9': { of: 'pci', clause: '8.3.9', needs: [] },
  'pci-8.3.11': { of: 'pci', clause: '8.3.11', needs: [] },
  'pci-8.4.1': {
    of: 'pci',
    clause: '8.4.1',
    isSecondHand: true,
    needs: [
      { variable: 'ADMIN_PASSKEYS', oneOf: ['second', 'off'] },
      {
        variable: 'ADMIN_OIDC_ACR',
        when: ['ADMIN_SIGN_IN', 'oidc'],
        example: 'https://refeds.org/profile/mfa',
      },
    ],
  },
  'pci-8.4.2': {
    of: 'pci',
    clause: '8.4.2',
    isSecondHand: true,
    needs: [{ variable: 'MFA_REQUIRED', oneOf: ['true'] }],
  },
  'pci-8.5.1': {
    of: 'pci',
    clause: '8.5.1',
    needs: [{ variable: 'LOGIN_UNIFORM', oneOf: ['on'] }],
  },
  'pci-10.2.1': { of: 'pci', clause: '10.2.1', needs: [] },
  'pci-10.3.2': { of: 'pci', clause: '10.3.2', needs: [] },
  'pci-10.3.4': {
    of: 'pci',
    clause: '10.3.4',
    needs: [{ variable: 'AUDIT_HEADS', example: 'https://notary.example.com/heads' }],
  },
  'pci-10.5.1': {
    of: 'pci',
    clause: '10.5.1',
    needs: [{ variable: 'RETENTION_AUDIT_MONTHS', atLeast: 12 }],
  },
  'psd2-4.1': {
    of: 'psd2',
    clause: '4(1)',
    needs: [
      { variable: 'MFA_REQUIRED', oneOf: ['true'] },
      { variable: 'STEP_UP_FACTORS', atLeast: 2 },
    ],
  },
  'psd2-4.3.a': {
    of: 'psd2',
    clause: '4(3)(a)',
    needs: [{ variable: 'LOGIN_UNIFORM', oneOf: ['on'] }],
  },
  'psd2-4.3.b': {
    of: 'psd2',
    clause: '4(3)(b)',
    needs: [
      { variable: 'LIMIT_ACCOUNT_FAILURES', atMost: 5 },
      { variable: 'LIMIT_BROWSER_FAILURES', atMost: 5 },
    ],
  },
  'psd2-4.3.d': { of: 'psd2', clause: '4(3)(d)', needs: [] },
  'psd2-7': {
    of: 'psd2',
    clause: '7',
    isSecondHand: true,
    needs: [{ variable: 'PASSKEY_SYNCED', oneOf: ['known-browser', 'deny'] }],
  },
  'psd2-24.2.b': {
    of: 'psd2',
    clause: '24(2)(b)',
    needs: [{ variable: 'STEP_UP_FACTORS', atLeast: 2 }],
  },
  'nist-2.2.1': {
    of: 'nist',
    clause: '2.2.1',
    needs: [
      { variable: 'MFA_REQUIRED', oneOf: ['true'] },
      { variable: 'PASSKEYS', oneOf: ['whole', 'second'] },
    ],
  },
  'nist-2.2.3': {
    of: 'nist',
    clause: '2.2.3',
    needs: [
      { variable: 'SESSION_IDLE_MINUTES', atMost: 60 },
      { variable: 'SESSION_HOURS', atMost: 24 },
      { variable: 'ADMIN_SESSION_IDLE_MINUTES', atMost: 60 },
      { variable: 'ADMIN_SESSION_HOURS', atMost: 24 },
    ],
  },
  'nist-3.1.1': { of: 'nist', clause: '3.1.1', needs: [] },
  'nist-3.2.2': {
    of: 'nist',
    clause: '3.2.2',
    needs: [{ variable: 'LIMIT_ACCOUNT_FAILURES', atMost: 100 }],
  },
} as const satisfies Record<string, Requirement>

/** The key of a requirement, such as `pci-8.2.8`. */
export type Rule = keyof typeof requirements
