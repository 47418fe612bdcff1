/** Returns the platform roles of the user with this number. */
export function sampleRoles(index: number): { subsystem: string; roles: string[] }[] {
  const roles = [['viewer'], ['payer', 'viewer'], ['approver']][index % 3] ?? []
  return [{ subsystem: 'payouts', roles }]
}
