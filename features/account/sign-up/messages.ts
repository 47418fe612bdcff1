import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Create your account',
    text: 'You have been invited. Choose a password to begin. In the next step, you protect your account with two-factor authentication.',
    email: 'Email',
    emailHint: 'The invitation was sent to this address. It will be your user ID.',
    emailHintMasked: 'The invitation was sent to {email}. Enter this address in full.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    acceptTerms: 'I accept the {terms}',
    terms: 'terms and conditions (opens in a new tab)',
    signUp: 'Create account',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    checking: 'Checking your invitation…',
    invalidTitle: 'This invitation has expired',
    invalidText:
      'Each invitation works once and for a limited time. If you have already created your account, log in. Otherwise, ask the person who invited you for a new invitation, or contact support.',
    invalidLink:
      'This invitation is invalid or has expired. Ask the person who invited you for a new one',
    unableToProcess:
      'We were unable to process your sign-up. If you already have an account, log in instead',
  },
  {
    ar: {
      title: 'إنشاء حسابك',
      text: 'لقد تلقيت دعوة. اختر كلمة مرور للبدء. في الخطوة التالية تحمي حسابك بخطوة تحقق ثانية.',
      email: 'البريد الإلكتروني',
      emailHint: 'أُرسلت الدعوة إلى هذا العنوان، وسيكون معرّف المستخدم الخاص بك.',
      emailHintMasked: 'أُرسلت الدعوة إلى {email}. أدخل هذا العنوان كاملًا.',
      password: 'كلمة المرور',
      confirmPassword: 'تأكيد كلمة المرور',
      acceptTerms: 'أوافق على {terms}',
      terms: 'الشروط والأحكام (تُفتح في علامة تبويب جديدة)',
      signUp: 'إنشاء الحساب',
      haveAccount: 'هل لديك حساب بالفعل؟',
      logIn: 'تسجيل الدخول',
      checking: 'جارٍ التحقق من الدعوة…',
      invalidTitle: 'انتهت صلاحية هذه الدعوة',
      invalidText:
        'تُستخدم كل دعوة مرة واحدة ولمدة محدودة. إن كنت قد أنشأت حسابك فسجّل الدخول، وإلا فاطلب دعوة جديدة من الشخص الذي دعاك أو تواصل مع الدعم.',
      invalidLink: 'هذه الدعوة غير صالحة أو انتهت صلاحيتها. اطلب دعوة جديدة من الشخص الذي دعاك',
      unableToProcess: 'تعذّر علينا إتمام التسجيل. إن كان لديك حساب بالفعل، فيرجى تسجيل الدخول',
    },
    fr: {
      title: 'Créez votre compte',
      text: 'Vous avez reçu une invitation. Choisissez un mot de passe pour commencer. À l’étape suivante, vous protégerez votre compte avec l’authentification à deux facteurs.',
      email: 'Adresse e-mail',
      emailHint: 'L’invitation a été envoyée à cette adresse. Elle sera votre identifiant.',
      emailHintMasked: 'L’invitation a été envoyée à {email}. Saisissez cette adresse en entier.',
      password: 'Mot de passe',
      confirmPassword: 'Confirmez le mot de passe',
      acceptTerms: 'J’accepte les {terms}',
      terms: 'conditions générales (nouvel onglet)',
      signUp: 'Créer le compte',
      haveAccount: 'Vous avez déjà un compte ?',
      logIn: 'Se connecter',
      checking: 'Vérification de votre invitation…',
      invalidTitle: 'Cette invitation a expiré',
      invalidText:
        'Chaque invitation ne sert qu’une fois et pour une durée limitée. Si vous avez déjà créé votre compte, connectez-vous. Sinon, demandez une nouvelle invitation à la personne qui vous a invité ou contactez l’assistance.',
      invalidLink:
        'Cette invitation n’est pas valide ou a expiré. Demandez-en une nouvelle à la personne qui vous a invité',
      unableToProcess:
        'Nous n’avons pas pu traiter cette inscription. Si vous avez déjà un compte, connectez-vous',
    },
    es: {
      title: 'Cree su cuenta',
      text: 'Ha recibido una invitación. Elija una contraseña para empezar. En el siguiente paso protegerá su cuenta con la autenticación de dos factores.',
      email: 'Correo electrónico',
      emailHint: 'La invitación se envió a esta dirección. Será su ID de usuario.',
      emailHintMasked: 'La invitación se envió a {email}. Introduzca esta dirección completa.',
      password: 'Contraseña',
      confirmPassword: 'Confirme la contraseña',
      acceptTerms: 'Acepto los {terms}',
      terms: 'términos y condiciones (se abre en una pestaña nueva)',
      signUp: 'Crear la cuenta',
      haveAccount: '¿Ya tiene una cuenta?',
      logIn: 'Iniciar sesión',
      checking: 'Comprobando su invitación…',
      invalidTitle: 'Esta invitación ha caducado',
      invalidText:
        'Cada invitación sirve una sola vez y durante un tiempo limitado. Si ya creó su cuenta, inicie sesión. En caso contrario, pida una nueva invitación a la persona que le invitó o contacte con soporte.',
      invalidLink:
        'Esta invitación no es válida o ha caducado. Pida una nueva a la persona que le invitó',
      unableToProcess:
        'No hemos podido procesar este registro. Si ya tiene una cuenta, inicie sesión',
    },
    zh: {
      title: '创建账户',
      text: '您已收到邀请。请先设置密码，下一步将启用双重验证以保护您的账户。',
      email: '电子邮箱',
      emailHint: '邀请已发送至此地址，它将作为您的用户 ID。',
      emailHintMasked: '邀请已发送至 {email}，请输入完整地址。',
      password: '密码',
      confirmPassword: '确认密码',
      acceptTerms: '我接受{terms}',
      terms: '条款与条件（在新标签页中打开）',
      signUp: '创建账户',
      haveAccount: '已有账户？',
      logIn: '登录',
      checking: '正在检查邀请…',
      invalidTitle: '此邀请已过期',
      invalidText:
        '邀请仅可使用一次，且有时间限制。如果您已创建账户，请直接登录；否则请联系邀请人重新发送邀请，或联系客服支持。',
      invalidLink: '此邀请无效或已过期，请联系邀请人重新发送',
      unableToProcess: '无法处理此次注册。如果您已有账户，请直接登录',
    },
  },
)

export const adminSetUpMessages = defineMessages(
  {
    title: 'Set up your administrator account',
    text: 'Choose a password for {email}. Then log in and connect your authenticator app.',
    password: 'Password',
    confirmPassword: 'Confirm password',
    save: 'Set password',
    loading: 'Checking your link…',
    invalidTitle: 'This link has expired',
    invalidLink:
      'The link has expired, was already used or was replaced by a newer one. Ask the team that runs the portal for a new one.',
    userInactive:
      'Your administrator account has been deactivated. Contact the team that runs the portal.',
    failedTitle: 'Your link could not be checked',
    doneTitle: 'Your password is set',
    done: 'Now log in and connect your authenticator app.',
    logIn: 'Log in',
  },
  {
    ar: {
      title: 'إعداد حسابك كمسؤول',
      text: 'اختر كلمة مرور للحساب {email}. بعد ذلك سجّل الدخول واربط تطبيق المصادقة.',
      password: 'كلمة المرور',
      confirmPassword: 'تأكيد كلمة المرور',
      save: 'تعيين كلمة المرور',
      loading: 'جارٍ التحقق من الرابط…',
      invalidTitle: 'انتهت صلاحية هذا الرابط',
      invalidLink:
        'انتهت صلاحية الرابط، أو استُخدم من قبل، أو حلّ محله رابط أحدث. اطلب رابطًا جديدًا من الفريق المشغّل للبوابة.',
      userInactive: 'تم تعطيل حسابك كمسؤول. تواصل مع الفريق المشغّل للبوابة.',
      failedTitle: 'تعذّر التحقق من الرابط',
      doneTitle: 'تم تعيين كلمة المرور',
      done: 'سجّل الدخول الآن واربط تطبيق المصادقة.',
      logIn: 'تسجيل الدخول',
    },
    fr: {
      title: 'Configurez votre compte administrateur',
      text: 'Choisissez un mot de passe pour {email}. Vous pourrez ensuite vous connecter et associer votre application d’authentification.',
      password: 'Mot de passe',
      confirmPassword: 'Confirmez le mot de passe',
      save: 'Définir le mot de passe',
      loading: 'Vérification de votre lien…',
      invalidTitle: 'Ce lien a expiré',
      invalidLink:
        'Le lien a expiré, a déjà été utilisé ou a été remplacé par un plus récent. Demandez-en un nouveau à l’équipe qui gère le portail.',
      userInactive:
        'Votre compte administrateur a été désactivé. Contactez l’équipe qui gère le portail.',
      failedTitle: 'Votre lien n’a pas pu être vérifié',
      doneTitle: 'Votre mot de passe est défini',
      done: 'Connectez-vous maintenant et associez votre application d’authentification.',
      logIn: 'Se connecter',
    },
    es: {
      title: 'Configure su cuenta de administrador',
      text: 'Elija una contraseña para {email}. Después inicie sesión y vincule su aplicación de autenticación.',
      password: 'Contraseña',
      confirmPassword: 'Confirme la contraseña',
      save: 'Establecer la contraseña',
      loading: 'Comprobando su enlace…',
      invalidTitle: 'Este enlace ha caducado',
      invalidLink:
        'El enlace ha caducado, ya se ha utilizado o se ha sustituido por uno más reciente. Solicite uno nuevo al equipo que gestiona el portal.',
      userInactive:
        'Su cuenta de administrador se ha desactivado. Contacte con el equipo que gestiona el portal.',
      failedTitle: 'No se ha podido comprobar su enlace',
      doneTitle: 'Su contraseña está establecida',
      done: 'Ahora inicie sesión y vincule su aplicación de autenticación.',
      logIn: 'Iniciar sesión',
    },
    zh: {
      title: '设置您的管理员账户',
      text: '请为 {email} 设置密码，然后登录并绑定身份验证器应用。',
      password: '密码',
      confirmPassword: '确认密码',
      save: '设置密码',
      loading: '正在检查您的链接…',
      invalidTitle: '此链接已过期',
      invalidLink: '链接已过期、已被使用，或已被新链接取代。请向门户运营团队索取新链接。',
      userInactive: '您的管理员账户已被停用，请联系门户运营团队。',
      failedTitle: '无法检查您的链接',
      doneTitle: '密码已设置',
      done: '请立即登录并绑定身份验证器应用。',
      logIn: '登录',
    },
  },
)

export const adminSetUpMailMessages = defineMessages(
  {
    subject: 'Your administrator account at {brand}',
    resetSubject: 'Set up your {brand} administrator account again',
    added: 'You have been added as an administrator of {brand}.',
    reset:
      'Your {brand} administrator account has been reset. Your old password and authenticator no longer work, and you have been logged out everywhere.',
    steps: 'Use this link to choose a password, then log in and connect your authenticator app.',
    link: 'Set up my account',
    lifetime: 'The link works once, for 24 hours.',
    unexpected: 'If you did not expect this email, please tell us immediately: {supportEmail}',
    setSubject: 'The password of your {brand} administrator account was set',
    set: 'The password of your {brand} administrator account was set with the link we emailed you.',
    wasYou: 'If this was you, you don’t need to do anything.',
    notYou:
      'If this was not you, someone else used your link and may have access to your mailbox. Tell us immediately: {supportEmail}',
  },
  {
    ar: {
      subject: 'حسابك كمسؤول في {brand}',
      resetSubject: 'أعد إعداد حسابك كمسؤول في {brand}',
      added: 'تمت إضافتك مسؤولًا في {brand}.',
      reset:
        'تمت إعادة تعيين حسابك كمسؤول في {brand}. لم تعد كلمة المرور القديمة وتطبيق المصادقة القديم صالحين، وتم تسجيل خروجك من كل مكان.',
      steps: 'اختر كلمة مرور عبر هذا الرابط، ثم سجّل الدخول واربط تطبيق المصادقة.',
      link: 'إعداد حسابي',
      lifetime: 'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط.',
      unexpected: 'لم تكن تتوقع هذه الرسالة؟ يرجى إبلاغنا فورًا: {supportEmail}',
      setSubject: 'تم تعيين كلمة مرور حسابك كمسؤول في {brand}',
      set: 'تم تعيين كلمة مرور حسابك كمسؤول في {brand} عبر الرابط الذي أرسلناه إليك.',
      wasYou: 'إن كنت أنت من عيّنها، فلا يلزمك أي إجراء.',
      notYou:
        'إن لم تكن أنت، فقد استخدم شخص آخر رابطك وربما يستطيع الوصول إلى بريدك. أبلغنا فورًا: {supportEmail}',
    },
    fr: {
      subject: 'Votre compte administrateur {brand}',
      resetSubject: 'Configurez à nouveau votre compte administrateur {brand}',
      added: 'Vous avez été ajouté comme administrateur de {brand}.',
      reset:
        'Votre compte administrateur {brand} a été réinitialisé. Votre ancien mot de passe et votre ancien authentificateur ne fonctionnent plus, et vous avez été déconnecté partout.',
      steps:
        'Choisissez un mot de passe à l’aide de ce lien, puis connectez-vous et associez votre application d’authentification.',
      link: 'Configurer mon compte',
      lifetime: 'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois.',
      unexpected: 'Vous n’attendiez pas ce message ? Prévenez-nous immédiatement : {supportEmail}',
      setSubject: 'Le mot de passe de votre compte administrateur {brand} a été défini',
      set: 'Le mot de passe de votre compte administrateur {brand} a été défini à l’aide du lien que nous vous avons envoyé.',
      wasYou: 'C’était vous ? Vous n’avez rien à faire.',
      notYou:
        'Ce n’était pas vous ? Une autre personne a utilisé votre lien et a peut-être accès à votre messagerie. Prévenez-nous immédiatement : {supportEmail}',
    },
    es: {
      subject: 'Su cuenta de administrador de {brand}',
      resetSubject: 'Configure de nuevo su cuenta de administrador de {brand}',
      added: 'Se le ha añadido como administrador de {brand}.',
      reset:
        'Su cuenta de administrador de {brand} se ha restablecido. Su contraseña y su autenticador anteriores ya no funcionan y se ha cerrado su sesión en todas partes.',
      steps:
        'Elija una contraseña con este enlace; después inicie sesión y vincule su aplicación de autenticación.',
      link: 'Configurar mi cuenta',
      lifetime: 'El enlace es válido durante 24 horas y solo funciona una vez.',
      unexpected: '¿No esperaba este correo? Avísenos de inmediato: {supportEmail}',
      setSubject: 'Se ha establecido la contraseña de su cuenta de administrador de {brand}',
      set: 'La contraseña de su cuenta de administrador de {brand} se estableció con el enlace que le enviamos.',
      wasYou: '¿Fue usted? Entonces no tiene que hacer nada.',
      notYou:
        '¿No fue usted? Otra persona ha utilizado su enlace y es posible que tenga acceso a su buzón. Avísenos de inmediato: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 管理员账户',
      resetSubject: '请重新设置您的 {brand} 管理员账户',
      added: '您已被添加为 {brand} 的管理员。',
      reset:
        '您的 {brand} 管理员账户已被重置。原密码和原身份验证器已失效，您已在所有设备上退出登录。',
      steps: '请通过此链接设置密码，然后登录并绑定身份验证器应用。',
      link: '设置我的账户',
      lifetime: '该链接 24 小时内有效，且只能使用一次。',
      unexpected: '如果您并未预期收到此邮件，请立即告知我们：{supportEmail}',
      setSubject: '您的 {brand} 管理员账户已设置密码',
      set: '您的 {brand} 管理员账户密码已通过我们发送给您的链接设置。',
      wasYou: '如果是您本人操作，则无需采取任何措施。',
      notYou:
        '如果不是您本人操作，则说明他人使用了您的链接，您的邮箱可能已被他人访问。请立即告知我们：{supportEmail}',
    },
  },
)
