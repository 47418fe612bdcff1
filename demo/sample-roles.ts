/** What the user with this number is on the platforms. */
export function sampleRoles(index: number): { subsystem: string; roles: string[] }[] {
  const roles = [['viewer'], ['payer', 'viewer'], ['approver']][index % 3] ?? []
  return [{ subsystem: 'payouts', roles }]
}
