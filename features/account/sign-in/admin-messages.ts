import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Administration',
    companyText: 'Administrators log in with their company account.',
    companyLogin: 'Continue with your company account',
    notAdmin: 'Your company account has no administrator access to this portal.',
    failed: 'Your company’s identity provider could not log you in. Please try again.',
    expired: 'This took too long. Please try again.',
    unavailable:
      'Your company’s identity provider is not responding. Please try again in a moment.',
  },
  {
    ar: {
      title: 'الإدارة',
      companyText: 'يسجّل المسؤولون الدخول بحساب الشركة.',
      companyLogin: 'المتابعة بحساب الشركة',
      notAdmin: 'ليس لحساب شركتك صلاحية مسؤول في هذه البوابة.',
      failed: 'تعذّر تسجيل دخولك عبر مزوّد هوية شركتك. يرجى المحاولة مرة أخرى.',
      expired: 'استغرق ذلك وقتًا أطول من اللازم. يرجى المحاولة مرة أخرى.',
      unavailable: 'مزوّد هوية شركتك لا يستجيب حاليًا. يرجى المحاولة بعد قليل.',
    },
    fr: {
      title: 'Administration',
      companyText: 'Les administrateurs se connectent avec leur compte d’entreprise.',
      companyLogin: 'Continuer avec votre compte d’entreprise',
      notAdmin: 'Votre compte d’entreprise n’a pas d’accès administrateur à ce portail.',
      failed:
        'Le fournisseur d’identité de votre entreprise n’a pas pu vous connecter. Veuillez réessayer.',
      expired: 'Le délai est dépassé. Veuillez réessayer.',
      unavailable:
        'Le fournisseur d’identité de votre entreprise ne répond pas. Veuillez réessayer dans un instant.',
    },
    es: {
      title: 'Administración',
      companyText: 'Los administradores inician sesión con su cuenta de empresa.',
      companyLogin: 'Continuar con su cuenta de empresa',
      notAdmin: 'Su cuenta de empresa no tiene acceso de administrador a este portal.',
      failed:
        'El proveedor de identidad de su empresa no ha podido iniciar su sesión. Inténtelo de nuevo.',
      expired: 'Ha pasado demasiado tiempo. Inténtelo de nuevo.',
      unavailable:
        'El proveedor de identidad de su empresa no responde. Inténtelo de nuevo en un momento.',
    },
    zh: {
      title: '管理区',
      companyText: '管理员使用公司账户登录。',
      companyLogin: '使用公司账户继续',
      notAdmin: '您的公司账户没有本门户的管理员权限。',
      failed: '贵公司的身份提供方未能让您登录，请重试。',
      expired: '操作超时，请重试。',
      unavailable: '贵公司的身份提供方暂无响应，请稍后重试。',
    },
  },
)

export const mailMessages = defineMessages(
  {
    subject: 'New login to your {brand} administrator account',
    greeting: 'Hello {firstname},',
    happened:
      'New login to your {brand} administrator account from a browser we haven’t seen before.',
    when: 'Time: {time}',
    browser: 'Browser: {browser}',
    ipAddress: 'IP address: {ipAddress}',
    own: 'If this was you, you don’t need to do anything.',
    stranger:
      'If this was not you, someone else can log in as you. Tell us immediately so that we can block the account: {supportEmail}',
  },
  {
    ar: {
      subject: 'تسجيل دخول جديد بحسابك كمسؤول في {brand}',
      greeting: 'مرحبًا {firstname}،',
      happened: 'تسجيل دخول جديد إلى حسابك كمسؤول في {brand} من متصفح لم نرصده من قبل.',
      when: 'الوقت: {time}',
      browser: 'المتصفح: {browser}',
      ipAddress: 'عنوان IP: {ipAddress}',
      own: 'إن كنت أنت من سجّل الدخول، فلا يلزمك أي إجراء.',
      stranger:
        'إذا لم تكن أنت، فهناك من يستطيع تسجيل الدخول بحسابك. أبلغنا فورًا لنتمكن من إيقاف الحساب: {supportEmail}',
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte administrateur {brand}',
      greeting: 'Bonjour {firstname},',
      happened:
        'Nouvelle connexion à votre compte administrateur {brand} depuis un navigateur que nous ne connaissons pas encore.',
      when: 'Date et heure : {time}',
      browser: 'Navigateur : {browser}',
      ipAddress: 'Adresse IP : {ipAddress}',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger:
        'Si ce n’était pas vous, quelqu’un d’autre peut se connecter à votre place. Prévenez-nous immédiatement afin que nous puissions bloquer le compte : {supportEmail}',
    },
    es: {
      subject: 'Nuevo inicio de sesión en su cuenta de administrador de {brand}',
      greeting: 'Hola, {firstname}:',
      happened:
        'Nuevo inicio de sesión en su cuenta de administrador de {brand} desde un navegador que no habíamos visto antes.',
      when: 'Fecha y hora: {time}',
      browser: 'Navegador: {browser}',
      ipAddress: 'Dirección IP: {ipAddress}',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger:
        'Si no ha sido usted, otra persona puede iniciar sesión en su nombre. Avísenos de inmediato para que podamos bloquear la cuenta: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 管理员账户有新的登录',
      greeting: '{firstname}，您好：',
      happened: '您的 {brand} 管理员账户在一个我们此前未见过的浏览器上登录。',
      when: '时间：{time}',
      browser: '浏览器：{browser}',
      ipAddress: 'IP 地址：{ipAddress}',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger:
        '如果不是您本人操作，说明他人可以登录您的账户。请立即告知我们，以便停用该账户：{supportEmail}',
    },
  },
)
