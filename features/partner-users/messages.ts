import { messages } from '#contract/locale.ts'

export const mailWords = messages(
  {
    greeting: 'Hello {firstname},',
    deactivatedSubject: 'Your {brand} account has been deactivated',
    deactivated:
      'An administrator has deactivated your {brand} account. You have been logged out everywhere, and you can no longer log in or enter any platform.',
    activatedSubject: 'Your {brand} account is active again',
    activated:
      'An administrator has activated your {brand} account. You can log in again with your password and your authenticator app.',
    logIn: 'Log in',
    questions: 'Questions, or was this not expected? Write to {supportEmail}.',
  },
  {
    ar: {
      greeting: 'مرحبًا {firstname}،',
      deactivatedSubject: 'تم تعطيل حسابك في {brand}',
      deactivated:
        'عطّل أحد المسؤولين حسابك في {brand}. تم تسجيل خروجك من كل مكان، ولم يعد بإمكانك تسجيل الدخول أو استخدام أي منصة.',
      activatedSubject: 'حسابك في {brand} نشط من جديد',
      activated:
        'فعّل أحد المسؤولين حسابك في {brand}. يمكنك تسجيل الدخول من جديد بكلمة المرور وتطبيق المصادقة.',
      logIn: 'تسجيل الدخول',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      greeting: 'Bonjour {firstname},',
      deactivatedSubject: 'Votre compte {brand} a été désactivé',
      deactivated:
        'Un administrateur a désactivé votre compte {brand}. Vous avez été déconnecté partout et ne pouvez plus vous connecter ni accéder à aucune plateforme.',
      activatedSubject: 'Votre compte {brand} est de nouveau actif',
      activated:
        'Un administrateur a activé votre compte {brand}. Vous pouvez de nouveau vous connecter avec votre mot de passe et votre application d’authentification.',
      logIn: 'Se connecter',
      questions: 'Une question, ou cela vous surprend ? Écrivez à {supportEmail}.',
    },
    es: {
      greeting: 'Hola, {firstname}:',
      deactivatedSubject: 'Su cuenta de {brand} ha sido desactivada',
      deactivated:
        'Un administrador ha desactivado su cuenta de {brand}. Se han cerrado todas sus sesiones y ya no puede iniciar sesión ni entrar en ninguna plataforma.',
      activatedSubject: 'Su cuenta de {brand} vuelve a estar activa',
      activated:
        'Un administrador ha activado su cuenta de {brand}. Puede volver a iniciar sesión con su contraseña y su aplicación de autenticación.',
      logIn: 'Iniciar sesión',
      questions: '¿Tiene preguntas o no esperaba este cambio? Escriba a {supportEmail}.',
    },
    zh: {
      greeting: '{firstname}，您好：',
      deactivatedSubject: '您的 {brand} 账户已停用',
      deactivated:
        '管理员已停用您的 {brand} 账户。您已在所有位置退出登录，且无法再登录或进入任何平台。',
      activatedSubject: '您的 {brand} 账户已重新启用',
      activated: '管理员已启用您的 {brand} 账户。您可以使用密码和身份验证器应用重新登录。',
      logIn: '登录',
      questions: '如有疑问，或此变更出乎您的意料，请联系 {supportEmail}。',
    },
  },
)
