import { defineMessages } from '#contract/locale.ts'

export const stepUpMessages = defineMessages(
  {
    title: 'Confirm that it is you',
    text: 'This change needs a fresh code. Enter the one that your authenticator app shows now.',
    code: '6-digit code',
    confirm: 'Confirm',
    stepUpFailed: 'Incorrect code. Please wait for the next code from your authenticator app',
    addressBlocked: 'Too many failed attempts. Your IP address is blocked for 10 minutes.',
  },
  {
    ar: {
      title: 'أكّد هويتك',
      text: 'يتطلب هذا التغيير رمزًا حديثًا. أدخل الرمز الذي يعرضه تطبيق المصادقة الآن.',
      code: 'رمز من 6 أرقام',
      confirm: 'تأكيد',
      stepUpFailed: 'الرمز غير صحيح. يرجى انتظار الرمز التالي في تطبيق المصادقة',
      addressBlocked: 'محاولات فاشلة كثيرة. تم حظر عنوان IP الخاص بك لمدة 10 دقائق.',
    },
    fr: {
      title: 'Confirmez votre identité',
      text: 'Cette modification exige un code récent. Saisissez celui qu’affiche maintenant votre application d’authentification.',
      code: 'Code à 6 chiffres',
      confirm: 'Confirmer',
      stepUpFailed:
        'Code incorrect. Attendez le prochain code de votre application d’authentification',
      addressBlocked:
        'Trop de tentatives infructueuses. Votre adresse IP est bloquée pendant 10 minutes.',
    },
    es: {
      title: 'Confirme su identidad',
      text: 'Este cambio requiere un código reciente. Introduzca el que muestra ahora su aplicación de autenticación.',
      code: 'Código de 6 dígitos',
      confirm: 'Confirmar',
      stepUpFailed:
        'Código incorrecto. Espere el siguiente código de su aplicación de autenticación',
      addressBlocked:
        'Demasiados intentos fallidos. Su dirección IP está bloqueada durante 10 minutos.',
    },
    zh: {
      title: '请确认是您本人',
      text: '此更改需要新的验证码。请输入身份验证器应用当前显示的验证码。',
      code: '6 位验证码',
      confirm: '确认',
      stepUpFailed: '验证码不正确，请等待身份验证器应用显示下一个验证码',
      addressBlocked: '失败次数过多。您的 IP 地址已被封锁 10 分钟。',
    },
  },
)
