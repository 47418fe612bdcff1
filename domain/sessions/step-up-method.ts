/** Method of a step-up authentication, as the audit log names it. */
export type StepUpMethod = 'otp' | 'passkey' | 'oidc' | 'pwd'

const stepUpMethods: Readonly<Record<string, StepUpMethod>> = {
  otp: 'otp',
  hwk: 'passkey',
  swk: 'passkey',
  oidc: 'oidc',
}

/** Returns the name of the last of the methods (RFC 8176) that `stepUpMethods` contains; `pwd` if there is none. */
export function stepUpMethodOf(methods: readonly string[]): StepUpMethod {
  return stepUpMethods[methods.findLast((method) => method in stepUpMethods) ?? ''] ?? 'pwd'
}
