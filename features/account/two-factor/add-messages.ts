import { defineMessages } from '#contract/locale.ts'

export const addMessages = defineMessages(
  {
    add: 'Set up an authenticator app',
    title: 'Connect your authenticator app',
    added: 'Your authenticator app is set up.',
    codesTitle: 'Save your recovery codes',
    failed: 'The set-up couldn’t begin',
    expired: 'That took too long, or there were too many wrong codes. Start again.',
    secondFactorAlreadySet: 'An authenticator app is already set up. Reload the page.',
  },
  {
    ar: {
      add: 'إعداد تطبيق مصادقة',
      title: 'اربط تطبيق المصادقة',
      added: 'تم إعداد تطبيق المصادقة.',
      codesTitle: 'احفظ رموز الاسترداد',
      failed: 'تعذّر بدء الإعداد',
      expired: 'استغرق الأمر وقتًا طويلًا، أو أُدخلت رموز خاطئة كثيرة. ابدأ من جديد.',
      secondFactorAlreadySet: 'تم إعداد تطبيق مصادقة بالفعل. أعد تحميل الصفحة.',
    },
    fr: {
      add: 'Configurer une application d’authentification',
      title: 'Associez votre application d’authentification',
      added: 'Votre application d’authentification est configurée.',
      codesTitle: 'Enregistrez vos codes de secours',
      failed: 'La configuration n’a pas pu commencer',
      expired: 'Le délai est dépassé, ou trop de codes étaient incorrects. Recommencez.',
      secondFactorAlreadySet:
        'Une application d’authentification est déjà configurée. Rechargez la page.',
    },
    es: {
      add: 'Configurar una aplicación de autenticación',
      title: 'Conecte su aplicación de autenticación',
      added: 'Su aplicación de autenticación está configurada.',
      codesTitle: 'Guarde sus códigos de recuperación',
      failed: 'No se ha podido iniciar la configuración',
      expired:
        'Se ha agotado el tiempo o ha habido demasiados códigos incorrectos. Empiece de nuevo.',
      secondFactorAlreadySet:
        'Ya hay una aplicación de autenticación configurada. Vuelva a cargar la página.',
    },
    zh: {
      add: '设置身份验证器应用',
      title: '关联您的身份验证器应用',
      added: '身份验证器应用已设置。',
      codesTitle: '保存恢复码',
      failed: '无法开始设置',
      expired: '等待时间过长，或验证码错误次数过多。请重新开始。',
      secondFactorAlreadySet: '身份验证器应用已设置，请刷新页面。',
    },
  },
)
