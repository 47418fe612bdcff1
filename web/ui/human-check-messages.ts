import { defineMessages } from '#contract/locale.ts'

/** By the keys of the ALTCHA widget. */
export const humanCheckMessages = defineMessages(
  {
    label: 'I’m not a robot',
    verifying: 'Checking…',
    verified: 'You’re verified',
    error: 'The check failed. Please try again.',
    expired: 'The check has expired. Please try again.',
    waitAlert: 'Still checking. Please wait a moment.',
    verificationRequired: 'Please complete the check.',
    loading: 'Loading…',
    verify: 'Check',
    reload: 'Reload',
  },
  {
    ar: {
      label: 'أنا لست برنامجًا آليًا',
      verifying: 'جارٍ التحقق…',
      verified: 'تم التحقق',
      error: 'فشل التحقق. يرجى المحاولة مرة أخرى.',
      expired: 'انتهت صلاحية التحقق. يرجى المحاولة مرة أخرى.',
      waitAlert: 'ما زال التحقق جاريًا. يرجى الانتظار لحظة.',
      verificationRequired: 'يرجى إكمال التحقق.',
      loading: 'جارٍ التحميل…',
      verify: 'تحقق',
      reload: 'إعادة التحميل',
    },
    fr: {
      label: 'Je ne suis pas un robot',
      verifying: 'Vérification…',
      verified: 'Vérification réussie',
      error: 'La vérification a échoué. Veuillez réessayer.',
      expired: 'La vérification a expiré. Veuillez réessayer.',
      waitAlert: 'Vérification en cours. Veuillez patienter un instant.',
      verificationRequired: 'Veuillez effectuer la vérification.',
      loading: 'Chargement…',
      verify: 'Vérifier',
      reload: 'Recharger',
    },
    es: {
      label: 'No soy un robot',
      verifying: 'Verificando…',
      verified: 'Verificación completada',
      error: 'La verificación ha fallado. Inténtelo de nuevo.',
      expired: 'La verificación ha caducado. Inténtelo de nuevo.',
      waitAlert: 'La verificación sigue en curso. Espere un momento.',
      verificationRequired: 'Complete la verificación.',
      loading: 'Cargando…',
      verify: 'Verificar',
      reload: 'Recargar',
    },
    zh: {
      label: '我不是机器人',
      verifying: '正在验证…',
      verified: '已通过验证',
      error: '验证未通过，请重试。',
      expired: '验证已过期，请重试。',
      waitAlert: '仍在验证，请稍候。',
      verificationRequired: '请完成验证。',
      loading: '正在加载…',
      verify: '验证',
      reload: '重新加载',
    },
  },
)

/** Around the widget. */
export const humanCheckFrameMessages = defineMessages(
  {
    humanCheck: 'Human check',
    humanCheckLoading: 'Preparing the human check…',
    humanCheckBlocked:
      'The human check could not be loaded from {host}. Make sure that no browser extension or network blocks it.',
  },
  {
    ar: {
      humanCheck: 'التحقق من أنك إنسان',
      humanCheckLoading: 'جارٍ تجهيز التحقق…',
      humanCheckBlocked: 'تعذّر تحميل التحقق من {host}. تأكد من أنه غير محجوب بإضافة أو شبكة.',
    },
    fr: {
      humanCheck: 'Vérification anti-robot',
      humanCheckLoading: 'Préparation de la vérification…',
      humanCheckBlocked:
        'La vérification n’a pas pu être chargée depuis {host}. Assurez-vous qu’aucune extension ni aucun réseau ne la bloque.',
    },
    es: {
      humanCheck: 'Verificación humana',
      humanCheckLoading: 'Preparando la verificación…',
      humanCheckBlocked:
        'No se ha podido cargar la verificación desde {host}. Compruebe que ninguna extensión ni red la bloquea.',
    },
    zh: {
      humanCheck: '人机验证',
      humanCheckLoading: '正在准备人机验证…',
      humanCheckBlocked: '无法从 {host} 加载人机验证，请确认其未被扩展程序或网络拦截。',
    },
  },
)
