import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    greeting: 'Hello {firstname},',
    warningSubject: 'Your {brand} account will be deactivated soon',
    unused:
      'You have not logged in to {brand} for a long time. To protect your data and your company’s, we deactivate unused accounts.',
    warning: 'To keep your account, log in before {time}.',
    logIn: 'Log in',
    notNeeded: 'If you no longer need the account, you don’t need to do anything.',
    deactivatedSubject: 'Your {brand} account has been deactivated',
    deactivated:
      'We have deactivated your {brand} account because it was not used for a long time. You can no longer log in or open any platform. Your data is kept.',
    back: 'Do you need it again? Contact your company’s administrator, or write to {supportEmail}.',
    questions: 'Questions? Write to {supportEmail}.',
  },
  {
    ar: {
      greeting: 'مرحبًا {firstname}،',
      warningSubject: 'سيُعطَّل حسابك في {brand} قريبًا',
      unused:
        'لم تسجّل الدخول إلى {brand} منذ مدة طويلة. ولحماية بياناتك وبيانات شركتك، نعطّل الحسابات غير المستخدمة.',
      warning: 'للاحتفاظ بحسابك، سجّل الدخول قبل {time}.',
      logIn: 'تسجيل الدخول',
      notNeeded: 'إذا لم تعد بحاجة إلى الحساب، فلا يلزمك أي إجراء.',
      deactivatedSubject: 'تم تعطيل حسابك في {brand}',
      deactivated:
        'عطّلنا حسابك في {brand} لأنه لم يُستخدم منذ مدة طويلة. لم يعد بإمكانك تسجيل الدخول أو فتح أي منصة. بياناتك محفوظة.',
      back: 'هل تحتاج إليه من جديد؟ تواصل مع مسؤول شركتك، أو راسلنا على {supportEmail}.',
      questions: 'هل لديك سؤال؟ راسلنا على {supportEmail}.',
    },
    fr: {
      greeting: 'Bonjour {firstname},',
      warningSubject: 'Votre compte {brand} sera bientôt désactivé',
      unused:
        'Vous ne vous êtes pas connecté à {brand} depuis longtemps. Pour protéger vos données et celles de votre entreprise, nous désactivons les comptes inutilisés.',
      warning: 'Pour conserver votre compte, connectez-vous avant le {time}.',
      logIn: 'Se connecter',
      notNeeded: 'Si vous n’avez plus besoin de ce compte, vous n’avez rien à faire.',
      deactivatedSubject: 'Votre compte {brand} a été désactivé',
      deactivated:
        'Nous avons désactivé votre compte {brand}, car il n’a pas été utilisé depuis longtemps. Vous ne pouvez plus vous connecter ni ouvrir aucune plateforme. Vos données sont conservées.',
      back: 'Vous en avez de nouveau besoin ? Contactez l’administrateur de votre entreprise ou écrivez à {supportEmail}.',
      questions: 'Une question ? Écrivez à {supportEmail}.',
    },
    es: {
      greeting: 'Hola, {firstname}:',
      warningSubject: 'Su cuenta de {brand} se desactivará en breve',
      unused:
        'Hace mucho que no inicia sesión en {brand}. Para proteger sus datos y los de su empresa, desactivamos las cuentas sin uso.',
      warning: 'Para conservar su cuenta, inicie sesión antes del {time}.',
      logIn: 'Iniciar sesión',
      notNeeded: 'Si ya no necesita la cuenta, no tiene que hacer nada.',
      deactivatedSubject: 'Se ha desactivado su cuenta de {brand}',
      deactivated:
        'Hemos desactivado su cuenta de {brand} porque no se ha utilizado durante mucho tiempo. Ya no puede iniciar sesión ni abrir ninguna plataforma. Sus datos se conservan.',
      back: '¿La necesita de nuevo? Contacte con el administrador de su empresa o escriba a {supportEmail}.',
      questions: '¿Tiene preguntas? Escriba a {supportEmail}.',
    },
    zh: {
      greeting: '{firstname}，您好：',
      warningSubject: '您的 {brand} 账户即将停用',
      unused: '您已很长时间没有登录 {brand}。为保护您和贵公司的数据，我们会停用长期未使用的账户。',
      warning: '如需保留您的账户，请在 {time} 之前登录。',
      logIn: '登录',
      notNeeded: '如果您不再需要此账户，则无需采取任何措施。',
      deactivatedSubject: '您的 {brand} 账户已停用',
      deactivated:
        '由于您的 {brand} 账户长时间未使用，我们已将其停用。您无法再登录或打开任何平台。您的数据仍会保留。',
      back: '如需恢复使用，请联系贵公司的管理员，或发送邮件至 {supportEmail}。',
      questions: '如有疑问，请联系 {supportEmail}。',
    },
  },
)
