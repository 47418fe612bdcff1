import { defineMessages } from '#contract/locale.ts'

export const stepUpMessages = defineMessages(
  {
    title: 'Confirm it’s you',
    text: 'To make this change, enter the current code from your authenticator app.',
    otp: '6-digit code',
    confirm: 'Confirm',
    passwordText: 'Enter your password to make this change.',
    password: 'Password',
    wrongPassword: 'Wrong password',
    none: 'Neither an authenticator app nor a passkey of yours works at the moment. Reset two-factor authentication first, or contact us: {supportEmail}',
    close: 'Close',
    stepUpFailed: 'Wrong code. Wait for the next code from your authenticator app',
    addressBlocked:
      'Too many failed attempts. For your security, your IP address is blocked for 10 minutes.',
  },
  {
    ar: {
      title: 'أكّد هويتك',
      text: 'لإجراء هذا التغيير، أدخل الرمز الحالي من تطبيق المصادقة.',
      otp: 'رمز من 6 أرقام',
      confirm: 'تأكيد',
      passwordText: 'أدخل كلمة المرور لإجراء هذا التغيير.',
      password: 'كلمة المرور',
      wrongPassword: 'كلمة المرور غير صحيحة',
      none: 'لا يعمل لديك حاليًا أي تطبيق مصادقة أو مفتاح مرور. أعد تعيين المصادقة الثنائية أولًا، أو تواصل معنا: {supportEmail}',
      close: 'إغلاق',
      stepUpFailed: 'الرمز غير صحيح. انتظر الرمز التالي في تطبيق المصادقة',
      addressBlocked:
        'محاولات فاشلة كثيرة. حفاظًا على أمانك، تم حظر عنوان IP الخاص بك لمدة 10 دقائق.',
    },
    fr: {
      title: 'Confirmez votre identité',
      text: 'Pour effectuer cette modification, saisissez le code affiché par votre application d’authentification.',
      otp: 'Code à 6 chiffres',
      confirm: 'Confirmer',
      passwordText: 'Saisissez votre mot de passe pour effectuer cette modification.',
      password: 'Mot de passe',
      wrongPassword: 'Mot de passe incorrect',
      none: 'Aucune application d’authentification ni clé d’accès ne fonctionne pour vous en ce moment. Réinitialisez d’abord l’authentification à deux facteurs, ou écrivez-nous : {supportEmail}',
      close: 'Fermer',
      stepUpFailed:
        'Code incorrect. Attendez le prochain code de votre application d’authentification',
      addressBlocked:
        'Trop de tentatives infructueuses. Pour votre sécurité, votre adresse IP est bloquée pendant 10 minutes.',
    },
    es: {
      title: 'Confirme su identidad',
      text: 'Para hacer este cambio, introduzca el código actual de su aplicación de autenticación.',
      otp: 'Código de 6 dígitos',
      confirm: 'Confirmar',
      passwordText: 'Introduzca su contraseña para hacer este cambio.',
      password: 'Contraseña',
      wrongPassword: 'Contraseña incorrecta',
      none: 'En este momento no le funciona ninguna aplicación de autenticación ni clave de acceso. Restablezca primero la autenticación de dos factores o escríbanos: {supportEmail}',
      close: 'Cerrar',
      stepUpFailed:
        'Código incorrecto. Espere el siguiente código de su aplicación de autenticación',
      addressBlocked:
        'Demasiados intentos fallidos. Por su seguridad, su dirección IP está bloqueada durante 10 minutos.',
    },
    zh: {
      title: '请确认是您本人',
      text: '如需进行此更改，请输入身份验证器应用当前显示的验证码。',
      otp: '6 位验证码',
      confirm: '确认',
      passwordText: '如需进行此更改，请输入您的密码。',
      password: '密码',
      wrongPassword: '密码错误',
      none: '您目前没有可用的身份验证器应用或通行密钥。请先重置双重验证，或联系我们：{supportEmail}',
      close: '关闭',
      stepUpFailed: '验证码错误，请等待身份验证器应用显示下一个验证码',
      addressBlocked: '失败次数过多。为保障您的安全，您的 IP 地址已被封锁 10 分钟。',
    },
  },
)
