import { defineMessages } from '#contract/locale.ts'

/** For the link that sets password and second factor. */
export const recoverMessages = defineMessages(
  {
    recoverTitle: 'Recover your account',
    recoverText:
      'Choose a new password, and enter the 6-digit code that our support has read out to you. Then you set up a new second factor.',
    supportCode: 'Code from support',
    password: 'New password',
    confirmPassword: 'Confirm new password',
    next: 'Continue',
    wrongCode: 'This is not the code for this link. After five attempts the link stops working',
    recoverInvalid:
      'The link is invalid or has expired. It works once, for 30 minutes. Call our support to get another one.',
    logIn: 'Log in',
  },
  {
    ar: {
      recoverTitle: 'استرداد حسابك',
      recoverText:
        'اختر كلمة مرور جديدة، وأدخل الرمز المكوّن من 6 أرقام الذي قرأه لك فريق الدعم. بعد ذلك تُعدّ خطوة تحقق ثانية جديدة.',
      supportCode: 'الرمز من فريق الدعم',
      password: 'كلمة المرور الجديدة',
      confirmPassword: 'تأكيد كلمة المرور الجديدة',
      next: 'متابعة',
      wrongCode: 'هذا ليس رمز هذا الرابط. بعد خمس محاولات يتوقف الرابط عن العمل',
      recoverInvalid:
        'الرابط غير صالح أو انتهت صلاحيته. يعمل مرة واحدة ولمدة 30 دقيقة. اتصل بفريق الدعم للحصول على رابط آخر.',
      logIn: 'تسجيل الدخول',
    },
    fr: {
      recoverTitle: 'Récupérez votre compte',
      recoverText:
        'Choisissez un nouveau mot de passe et saisissez le code à 6 chiffres que notre support vous a lu. Vous configurez ensuite un nouveau second facteur.',
      supportCode: 'Code donné par le support',
      password: 'Nouveau mot de passe',
      confirmPassword: 'Confirmer le nouveau mot de passe',
      next: 'Continuer',
      wrongCode: 'Ce n’est pas le code de ce lien. Après cinq essais, le lien cesse de fonctionner',
      recoverInvalid:
        'Le lien n’est pas valable ou a expiré. Il ne sert qu’une fois, pendant 30 minutes. Appelez notre support pour en obtenir un autre.',
      logIn: 'Se connecter',
    },
    es: {
      recoverTitle: 'Recupere su cuenta',
      recoverText:
        'Elija una contraseña nueva e introduzca el código de 6 dígitos que le ha leído nuestro soporte. Después configurará un nuevo segundo factor.',
      supportCode: 'Código de soporte',
      password: 'Contraseña nueva',
      confirmPassword: 'Confirmar la contraseña nueva',
      next: 'Continuar',
      wrongCode:
        'Este no es el código de este enlace. Tras cinco intentos, el enlace deja de funcionar',
      recoverInvalid:
        'El enlace no es válido o ha caducado. Sirve una sola vez, durante 30 minutos. Llame a nuestro soporte para obtener otro.',
      logIn: 'Iniciar sesión',
    },
    zh: {
      recoverTitle: '恢复您的账户',
      recoverText: '请设置新密码，并输入客服读给您的 6 位代码。随后设置新的第二重验证方式。',
      supportCode: '客服提供的代码',
      password: '新密码',
      confirmPassword: '确认新密码',
      next: '继续',
      wrongCode: '这不是此链接的代码。五次尝试后链接将失效',
      recoverInvalid:
        '链接无效或已过期。链接 30 分钟内有效，且只能使用一次。请致电客服获取新链接。',
      logIn: '登录',
    },
  },
)
