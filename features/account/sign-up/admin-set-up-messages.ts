import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Set up your administrator access',
    text: 'Choose a password for {email}. After that you log in and connect your authenticator app.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    save: 'Set password',
    loading: 'Checking your link…',
    invalidTitle: 'This link does not work any more',
    invalidLink:
      'It has expired, was used already, or was replaced by a newer one. Ask whoever runs the portal for a new one.',
    userInactive: 'Your administrator access has been deactivated. Ask whoever runs the portal.',
    failedTitle: 'Your link could not be checked',
    doneTitle: 'Your password is set',
    done: 'Log in now to connect your authenticator app.',
    logIn: 'Log in',
  },
  {
    ar: {
      title: 'إعداد دخول المسؤول',
      text: 'اختر كلمة مرور للحساب {email}. بعد ذلك سجّل الدخول واربط تطبيق المصادقة.',
      password: 'كلمة المرور',
      confirmPassword: 'تأكيد كلمة المرور',
      save: 'تعيين كلمة المرور',
      loading: 'جارٍ التحقق من الرابط…',
      invalidTitle: 'لم يعد هذا الرابط صالحًا',
      invalidLink:
        'انتهت صلاحيته، أو استُخدم من قبل، أو حلّ محله رابط أحدث. اطلب رابطًا جديدًا ممن يدير البوابة.',
      userInactive: 'تم تعطيل دخولك كمسؤول. تواصل مع من يدير البوابة.',
      failedTitle: 'تعذّر التحقق من الرابط',
      doneTitle: 'تم تعيين كلمة المرور',
      done: 'سجّل الدخول الآن لربط تطبيق المصادقة.',
      logIn: 'تسجيل الدخول',
    },
    fr: {
      title: 'Configurez votre accès administrateur',
      text: 'Choisissez un mot de passe pour {email}. Vous pourrez ensuite vous connecter et associer votre application d’authentification.',
      password: 'Mot de passe',
      confirmPassword: 'Confirmer le mot de passe',
      save: 'Définir le mot de passe',
      loading: 'Vérification de votre lien…',
      invalidTitle: 'Ce lien n’est plus valable',
      invalidLink:
        'Il a expiré, a déjà été utilisé ou a été remplacé par un plus récent. Demandez-en un nouveau au responsable du portail.',
      userInactive:
        'Votre accès administrateur a été désactivé. Adressez-vous au responsable du portail.',
      failedTitle: 'Votre lien n’a pas pu être vérifié',
      doneTitle: 'Votre mot de passe est défini',
      done: 'Connectez-vous maintenant pour associer votre application d’authentification.',
      logIn: 'Se connecter',
    },
    es: {
      title: 'Configure su acceso de administrador',
      text: 'Elija una contraseña para {email}. Después inicie sesión y vincule su aplicación de autenticación.',
      password: 'Contraseña',
      confirmPassword: 'Confirmar la contraseña',
      save: 'Establecer la contraseña',
      loading: 'Comprobando su enlace…',
      invalidTitle: 'Este enlace ya no funciona',
      invalidLink:
        'Ha caducado, ya se ha utilizado o se ha sustituido por uno más reciente. Solicite uno nuevo a quien gestiona el portal.',
      userInactive:
        'Su acceso de administrador se ha desactivado. Consulte a quien gestiona el portal.',
      failedTitle: 'No se ha podido comprobar su enlace',
      doneTitle: 'Su contraseña está establecida',
      done: 'Inicie sesión ahora para vincular su aplicación de autenticación.',
      logIn: 'Iniciar sesión',
    },
    zh: {
      title: '设置您的管理员访问权限',
      text: '请为 {email} 设置密码，然后登录并绑定身份验证器应用。',
      password: '密码',
      confirmPassword: '确认密码',
      save: '设置密码',
      loading: '正在检查您的链接…',
      invalidTitle: '此链接已失效',
      invalidLink: '链接已过期、已被使用，或已被新链接取代。请向门户管理方索取新链接。',
      userInactive: '您的管理员访问权限已被停用，请联系门户管理方。',
      failedTitle: '无法检查您的链接',
      doneTitle: '密码已设置',
      done: '请立即登录并绑定身份验证器应用。',
      logIn: '登录',
    },
  },
)

export const mailMessages = defineMessages(
  {
    subject: 'Your administrator access to {brand}',
    resetSubject: 'Set up your administrator access to {brand} again',
    greeting: 'Hello {firstname},',
    added: 'You have been added as an administrator of {brand}.',
    reset:
      'Your administrator access to {brand} has been reset. Your old password and authenticator no longer work, and you have been logged out everywhere.',
    steps: 'Choose a password by this link, then log in and connect your authenticator app.',
    link: 'Set up my access',
    lifetime: 'The link works for 24 hours and only once.',
    unexpected: 'If you did not expect this, please tell us at once: {supportEmail}',
    setSubject: 'The password of your administrator access to {brand} has been set',
    set: 'The password of your administrator access to {brand} was set on {time} by the link that was emailed to you, from the IP address {ipAddress}.',
    wasYou: 'If this was you, there is nothing to do.',
    notYou:
      'If this was not you, somebody else has used your link, and your mailbox may be open to others. Tell us at once: {supportEmail}',
  },
  {
    ar: {
      subject: 'دخولك كمسؤول إلى {brand}',
      resetSubject: 'أعد إعداد دخولك كمسؤول إلى {brand}',
      greeting: 'مرحبًا {firstname}،',
      added: 'تمت إضافتك مسؤولًا في {brand}.',
      reset:
        'تمت إعادة تعيين دخولك كمسؤول إلى {brand}. لم تعد كلمة المرور القديمة وتطبيق المصادقة القديم صالحين، وتم تسجيل خروجك من كل مكان.',
      steps: 'اختر كلمة مرور عبر هذا الرابط، ثم سجّل الدخول واربط تطبيق المصادقة.',
      link: 'إعداد دخولي',
      lifetime: 'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط.',
      unexpected: 'لم تكن تتوقع هذه الرسالة؟ يرجى إبلاغنا فورًا: {supportEmail}',
      setSubject: 'تم تعيين كلمة المرور لدخولك كمسؤول إلى {brand}',
      set: 'تم تعيين كلمة المرور لدخولك كمسؤول إلى {brand} بتاريخ {time} عبر الرابط المرسل إليك، من عنوان IP ‏{ipAddress}.',
      wasYou: 'إن كنت أنت من عيّنها، فلا حاجة إلى أي إجراء.',
      notYou:
        'إن لم تكن أنت، فقد استخدم شخص آخر رابطك، وقد يكون بريدك مكشوفًا لغيرك. أبلغنا فورًا: {supportEmail}',
    },
    fr: {
      subject: 'Votre accès administrateur à {brand}',
      resetSubject: 'Configurez à nouveau votre accès administrateur à {brand}',
      greeting: 'Bonjour {firstname},',
      added: 'Vous avez été ajouté comme administrateur de {brand}.',
      reset:
        'Votre accès administrateur à {brand} a été réinitialisé. Votre ancien mot de passe et votre ancienne application d’authentification ne fonctionnent plus, et vous avez été déconnecté partout.',
      steps:
        'Choisissez un mot de passe à l’aide de ce lien, puis connectez-vous et associez votre application d’authentification.',
      link: 'Configurer mon accès',
      lifetime: 'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois.',
      unexpected: 'Vous n’attendiez pas ce message ? Prévenez-nous immédiatement : {supportEmail}',
      setSubject: 'Le mot de passe de votre accès administrateur à {brand} a été défini',
      set: 'Le mot de passe de votre accès administrateur à {brand} a été défini le {time} à l’aide du lien qui vous a été envoyé, depuis l’adresse IP {ipAddress}.',
      wasYou: 'C’était vous ? Vous n’avez rien à faire.',
      notYou:
        'Ce n’était pas vous ? Alors une autre personne a utilisé votre lien, et votre messagerie est peut-être accessible à d’autres. Prévenez-nous immédiatement : {supportEmail}',
    },
    es: {
      subject: 'Su acceso de administrador a {brand}',
      resetSubject: 'Configure de nuevo su acceso de administrador a {brand}',
      greeting: 'Hola, {firstname}:',
      added: 'Se le ha añadido como administrador de {brand}.',
      reset:
        'Su acceso de administrador a {brand} se ha restablecido. Su contraseña y su autenticador anteriores ya no funcionan y se ha cerrado su sesión en todas partes.',
      steps:
        'Elija una contraseña con este enlace; después inicie sesión y vincule su aplicación de autenticación.',
      link: 'Configurar mi acceso',
      lifetime: 'El enlace es válido durante 24 horas y solo funciona una vez.',
      unexpected: '¿No esperaba este correo? Avísenos de inmediato: {supportEmail}',
      setSubject: 'Se ha establecido la contraseña de su acceso de administrador a {brand}',
      set: 'La contraseña de su acceso de administrador a {brand} se estableció el {time} con el enlace que se le envió, desde la dirección IP {ipAddress}.',
      wasYou: '¿Fue usted? Entonces no tiene que hacer nada.',
      notYou:
        '¿No fue usted? Entonces otra persona ha utilizado su enlace y es posible que su buzón esté abierto a terceros. Avísenos de inmediato: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 管理员访问权限',
      resetSubject: '请重新设置您的 {brand} 管理员访问权限',
      greeting: '{firstname}，您好：',
      added: '您已被添加为 {brand} 的管理员。',
      reset:
        '您的 {brand} 管理员访问权限已被重置。原密码和原身份验证器已失效，您已在所有设备上退出登录。',
      steps: '请通过此链接设置密码，然后登录并绑定身份验证器应用。',
      link: '设置我的访问权限',
      lifetime: '该链接 24 小时内有效，且只能使用一次。',
      unexpected: '如果您并未预期收到此邮件，请立即告知我们：{supportEmail}',
      setSubject: '您的 {brand} 管理员访问权限已设置密码',
      set: '您的 {brand} 管理员访问权限的密码已于 {time} 通过发送给您的链接设置，IP 地址为 {ipAddress}。',
      wasYou: '如果是您本人操作，则无需任何处理。',
      notYou:
        '如果不是您本人操作，则说明他人使用了您的链接，您的邮箱可能已被他人访问。请立即告知我们：{supportEmail}',
    },
  },
)
