import { defineMessages } from '#contract/locale.ts'

/** Why a company’s administrators may not do something themselves. */
export const delegationMessages = defineMessages(
  {
    beyondDelegation:
      'Your company has no free seat for this, or may not give this platform itself. Contact support to change that.',
  },
  {
    ar: {
      beyondDelegation:
        'لا يوجد مقعد متاح لدى شركتك لهذا الإجراء، أو لا يحق لها منح هذه المنصة بنفسها. تواصل مع الدعم لتغيير ذلك.',
    },
    fr: {
      beyondDelegation:
        'Votre entreprise n’a plus de place disponible, ou ne peut pas donner elle-même cette plateforme. Contactez l’assistance pour le modifier.',
    },
    es: {
      beyondDelegation:
        'Su empresa no tiene plazas libres para esto, o no puede dar esta plataforma por sí misma. Contacte con soporte para cambiarlo.',
    },
    zh: {
      beyondDelegation: '贵公司没有可用席位，或无权自行授予此平台。如需更改，请联系客服支持。',
    },
  },
)
