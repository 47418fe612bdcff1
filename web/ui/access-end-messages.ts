import { defineMessages } from '#contract/locale.ts'

/** For access to a platform that ends by itself. */
export const accessEndMessages = defineMessages(
  {
    expiresAt: 'Ends on',
    expiresAtHint: 'The last day of access. Leave it empty for access without an end.',
    inThePast: 'Choose today or a later day',
  },
  {
    ar: {
      expiresAt: 'ينتهي في',
      expiresAtHint: 'آخر يوم يُتاح فيه الوصول. اتركه فارغًا إذا كان الوصول بلا نهاية.',
      inThePast: 'اختر اليوم أو يومًا لاحقًا',
    },
    fr: {
      expiresAt: 'Prend fin le',
      expiresAtHint: 'Le dernier jour d’accès. Laissez vide pour un accès sans fin.',
      inThePast: 'Choisissez aujourd’hui ou une date ultérieure',
    },
    es: {
      expiresAt: 'Termina el',
      expiresAtHint: 'El último día de acceso. Déjelo vacío para un acceso sin fin.',
      inThePast: 'Elija hoy o un día posterior',
    },
    zh: {
      expiresAt: '到期日',
      expiresAtHint: '可访问的最后一天。留空表示不设到期日。',
      inThePast: '请选择今天或之后的日期',
    },
  },
)
