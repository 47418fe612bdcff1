import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    greeting: 'Hello {firstname},',
    warningSubject: 'Your {brand} account will be deactivated soon',
    unused:
      'You have not logged in to {brand} for a long time. To protect your data and your company’s, we deactivate accounts that nobody uses.',
    warning: 'Log in before {time}, and your account stays as it is.',
    logIn: 'Log in',
    notNeeded: 'If you no longer need the account, there is nothing for you to do.',
    deactivatedSubject: 'Your {brand} account has been deactivated',
    deactivated:
      'Your {brand} account has not been used for a long time, so we have deactivated it. You can no longer log in or enter any platform. Your data is kept.',
    back: 'Do you need it again? Ask the administrator at your company, or write to {supportEmail}.',
    questions: 'Questions? Write to {supportEmail}.',
  },
  {
    ar: {
      greeting: 'مرحبًا {firstname}،',
      warningSubject: 'سيُعطَّل حسابك في {brand} قريبًا',
      unused:
        'لم تسجّل الدخول إلى {brand} منذ مدة طويلة. ولحماية بياناتك وبيانات شركتك، نعطّل الحسابات التي لا يستخدمها أحد.',
      warning: 'سجّل الدخول قبل {time} ليبقى حسابك كما هو.',
      logIn: 'تسجيل الدخول',
      notNeeded: 'إذا لم تعد بحاجة إلى الحساب، فلا يلزمك القيام بأي شيء.',
      deactivatedSubject: 'تم تعطيل حسابك في {brand}',
      deactivated:
        'لم يُستخدم حسابك في {brand} منذ مدة طويلة، ولذلك عطّلناه. لم يعد بإمكانك تسجيل الدخول أو استخدام أي منصة. بياناتك محفوظة.',
      back: 'هل تحتاج إليه من جديد؟ تواصل مع المسؤول في شركتك، أو راسلنا على {supportEmail}.',
      questions: 'هل لديك سؤال؟ راسلنا على {supportEmail}.',
    },
    fr: {
      greeting: 'Bonjour {firstname},',
      warningSubject: 'Votre compte {brand} sera bientôt désactivé',
      unused:
        'Vous ne vous êtes pas connecté à {brand} depuis longtemps. Pour protéger vos données et celles de votre entreprise, nous désactivons les comptes inutilisés.',
      warning: 'Connectez-vous avant le {time} et votre compte restera tel quel.',
      logIn: 'Se connecter',
      notNeeded: 'Si vous n’avez plus besoin de ce compte, vous n’avez rien à faire.',
      deactivatedSubject: 'Votre compte {brand} a été désactivé',
      deactivated:
        'Votre compte {brand} n’a pas été utilisé depuis longtemps ; nous l’avons donc désactivé. Vous ne pouvez plus vous connecter ni accéder à aucune plateforme. Vos données sont conservées.',
      back: 'Vous en avez de nouveau besoin ? Adressez-vous à l’administrateur de votre entreprise ou écrivez à {supportEmail}.',
      questions: 'Une question ? Écrivez à {supportEmail}.',
    },
    es: {
      greeting: 'Hola, {firstname}:',
      warningSubject: 'Su cuenta de {brand} se desactivará en breve',
      unused:
        'Hace mucho que no inicia sesión en {brand}. Para proteger sus datos y los de su empresa, desactivamos las cuentas que nadie utiliza.',
      warning: 'Inicie sesión antes del {time} y su cuenta seguirá como está.',
      logIn: 'Iniciar sesión',
      notNeeded: 'Si ya no necesita la cuenta, no tiene que hacer nada.',
      deactivatedSubject: 'Su cuenta de {brand} ha sido desactivada',
      deactivated:
        'Su cuenta de {brand} no se ha utilizado durante mucho tiempo, por lo que la hemos desactivado. Ya no puede iniciar sesión ni entrar en ninguna plataforma. Sus datos se conservan.',
      back: '¿La necesita de nuevo? Consulte al administrador de su empresa o escriba a {supportEmail}.',
      questions: '¿Tiene preguntas? Escriba a {supportEmail}.',
    },
    zh: {
      greeting: '{firstname}，您好：',
      warningSubject: '您的 {brand} 账户即将停用',
      unused: '您已很长时间没有登录 {brand}。为保护您和贵公司的数据，我们会停用无人使用的账户。',
      warning: '请在 {time} 之前登录，您的账户即可保持不变。',
      logIn: '登录',
      notNeeded: '如果您不再需要此账户，则无需进行任何操作。',
      deactivatedSubject: '您的 {brand} 账户已停用',
      deactivated:
        '您的 {brand} 账户长时间未使用，因此我们已将其停用。您无法再登录或进入任何平台。您的数据仍会保留。',
      back: '如需恢复使用，请联系贵公司的管理员，或联系 {supportEmail}。',
      questions: '如有疑问，请联系 {supportEmail}。',
    },
  },
)
