/** Method of a step-up authentication, as the audit log names it. */
export type StepUpMethod = 'otp' | 'passkey' | 'oidc' | 'pwd'

const stepUpMethods: Readonly<Record<string, StepUpMethod>> = {
  otp: 'otp',
  hwk: 'passkey',
  swk: 'passkey',
  oidc: 'oidc',
}

/** Returns the method of a step-up authentication by its methods (RFC 8176): the last that is not the password. */
export function stepUpMethodOf(methods: readonly string[]): StepUpMethod {
  return stepUpMethods[methods.findLast((method) => method in stepUpMethods) ?? ''] ?? 'pwd'
}
