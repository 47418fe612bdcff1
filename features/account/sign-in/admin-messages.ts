import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Administration',
    companyText: 'Administrators log in with their company account.',
    companyLogin: 'Continue with your company account',
    notAdmin: 'Your company account is not that of an administrator of this portal.',
    failed: 'Your company’s identity provider did not log you in. Please try again.',
    expired: 'That took too long. Please try again.',
    unavailable:
      'Your company’s identity provider does not answer just now. Please try again in a moment.',
  },
  {
    ar: {
      title: 'الإدارة',
      companyText: 'يسجّل المسؤولون الدخول بحساب الشركة.',
      companyLogin: 'المتابعة بحساب الشركة',
      notAdmin: 'حساب شركتك ليس حساب مسؤول في هذه البوابة.',
      failed: 'لم يسجّل مزوّد هوية شركتك دخولك. يرجى المحاولة مرة أخرى.',
      expired: 'استغرق ذلك وقتًا أطول من اللازم. يرجى المحاولة مرة أخرى.',
      unavailable: 'لا يستجيب مزوّد هوية شركتك الآن. يرجى المحاولة بعد قليل.',
    },
    fr: {
      title: 'Administration',
      companyText: 'Les administrateurs se connectent avec leur compte d’entreprise.',
      companyLogin: 'Continuer avec votre compte d’entreprise',
      notAdmin: 'Votre compte d’entreprise n’est pas celui d’un administrateur de ce portail.',
      failed: 'Le fournisseur d’identité de votre entreprise ne vous a pas connecté. Réessayez.',
      expired: 'Le délai est dépassé. Réessayez.',
      unavailable:
        'Le fournisseur d’identité de votre entreprise ne répond pas. Réessayez dans un instant.',
    },
    es: {
      title: 'Administración',
      companyText: 'Los administradores inician sesión con su cuenta de empresa.',
      companyLogin: 'Continuar con su cuenta de empresa',
      notAdmin: 'Su cuenta de empresa no es la de un administrador de este portal.',
      failed:
        'El proveedor de identidad de su empresa no ha iniciado su sesión. Inténtelo de nuevo.',
      expired: 'Ha tardado demasiado. Inténtelo de nuevo.',
      unavailable:
        'El proveedor de identidad de su empresa no responde. Inténtelo de nuevo en un momento.',
    },
    zh: {
      title: '管理区',
      companyText: '管理员使用公司账户登录。',
      companyLogin: '使用公司账户继续',
      notAdmin: '您的公司账户不是本门户的管理员账户。',
      failed: '贵公司的身份提供方未能让您登录，请重试。',
      expired: '操作超时，请重试。',
      unavailable: '贵公司的身份提供方暂无响应，请稍后重试。',
    },
  },
)

export const mailMessages = defineMessages(
  {
    subject: 'New login to your administrator access to {brand}',
    greeting: 'Hello {firstname},',
    happened:
      'Somebody has logged in with your administrator access to {brand}, in a browser that has not been used for it before.',
    when: 'Time: {time}',
    browser: 'Browser: {browser}',
    ipAddress: 'IP address: {ipAddress}',
    own: 'If it was you, there is nothing to do.',
    stranger:
      'If it was not you, somebody else has your access. Tell us at once, so that we can close it: {supportEmail}',
  },
  {
    ar: {
      subject: 'تسجيل دخول جديد بحسابك كمسؤول في {brand}',
      greeting: 'مرحبًا {firstname}،',
      happened: 'تم تسجيل الدخول بحسابك كمسؤول في {brand} من متصفح لم يُستخدم له من قبل.',
      when: 'الوقت: {time}',
      browser: 'المتصفح: {browser}',
      ipAddress: 'عنوان IP: {ipAddress}',
      own: 'إذا كنت أنت من سجّل الدخول، فلا داعي لفعل أي شيء.',
      stranger:
        'إذا لم تكن أنت، فقد حصل شخص آخر على صلاحية دخولك. أبلغنا فورًا لنتمكن من إيقافها: {supportEmail}',
    },
    fr: {
      subject: 'Nouvelle connexion avec votre accès administrateur à {brand}',
      greeting: 'Bonjour {firstname},',
      happened:
        'Une connexion avec votre accès administrateur à {brand} a eu lieu depuis un navigateur qui n’avait jamais été utilisé pour celui-ci.',
      when: 'Date et heure : {time}',
      browser: 'Navigateur : {browser}',
      ipAddress: 'Adresse IP : {ipAddress}',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger:
        'Si ce n’était pas vous, une autre personne dispose de votre accès. Prévenez-nous immédiatement afin que nous puissions le fermer : {supportEmail}',
    },
    es: {
      subject: 'Nuevo inicio de sesión con su acceso de administrador a {brand}',
      greeting: 'Hola, {firstname}:',
      happened:
        'Se ha iniciado sesión con su acceso de administrador a {brand} desde un navegador que no se había utilizado antes para él.',
      when: 'Fecha y hora: {time}',
      browser: 'Navegador: {browser}',
      ipAddress: 'Dirección IP: {ipAddress}',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger:
        'Si no ha sido usted, otra persona dispone de su acceso. Avísenos de inmediato para que podamos cerrarlo: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 管理员账户有新的登录',
      greeting: '{firstname}，您好：',
      happened: '有人使用您的 {brand} 管理员账户，在此前从未用过的浏览器上登录。',
      when: '时间：{time}',
      browser: '浏览器：{browser}',
      ipAddress: 'IP 地址：{ipAddress}',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger:
        '如果不是您本人操作，说明他人已掌握您的访问权限。请立即告知我们，以便我们将其关闭：{supportEmail}',
    },
  },
)
