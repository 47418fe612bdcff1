import type { PlatformRole } from '#contract/platform-role.ts'

/** What users may be on the platform *Payouts* of the demo. */
export const payoutRoles: PlatformRole[] = [
  {
    id: 'viewer',
    names: { en: 'Viewer', ar: 'مُطَّلِع', fr: 'Lecteur', es: 'Lector', zh: '查看者' },
    byCompany: true,
  },
  {
    id: 'payer',
    names: {
      en: 'Payer',
      ar: 'مُنفِّذ المدفوعات',
      fr: 'Initiateur de paiements',
      es: 'Iniciador de pagos',
      zh: '付款发起人',
    },
    byCompany: true,
  },
  {
    id: 'approver',
    names: {
      en: 'Approver',
      ar: 'مُعتمِد المدفوعات',
      fr: 'Valideur de paiements',
      es: 'Aprobador de pagos',
      zh: '付款审批人',
    },
    byCompany: false,
  },
]

/** What the user with this number is on the platforms. */
export function sampleRoles(index: number): { subsystem: string; roles: string[] }[] {
  const roles = [['viewer'], ['payer', 'viewer'], ['approver']][index % 3] ?? []
  return [{ subsystem: 'payouts', roles }]
}
