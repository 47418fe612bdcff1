import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Reset two-factor authentication',
    step: 'Step {step} of 2',
    whose: 'Account: {email}.',
    codeText: 'First, confirm it’s you: enter the code from your current authenticator app.',
    currentCode: 'Current authenticator',
    recoveryText:
      'First, confirm it’s you: enter one of your saved recovery codes. Each code works only once.',
    recoveryCode: 'Recovery code',
    passwordText: 'First, confirm it’s you: enter the password of your account.',
    password: 'Password',
    otpHint: '6-digit code',
    next: 'Continue',
    useCode: 'Use a code from my current authenticator',
    useRecoveryCode: 'Use a recovery code',
    usePassword: 'Use my password',
    noneTitle: 'I have none of these',
    noneText:
      'Write to {supportEmail}. Have ready: your account email, the name of your company and a phone number where we can reach you to verify your identity. You will then receive a link that only asks for your password.',
    newText:
      'Add this key to the authenticator app on your new device. Then enter the code shown in the app.',
    newCode: 'New authenticator',
    confirm: 'Reset',
    sameCode: 'This is the code from your current authenticator. Enter the code from the new one',
    beginAgain: 'This took too long. For your security, please start again.',
    loginExpired: 'This took too long. For your security, please start again',
    invalidCredentials: 'Wrong password. Please try again',
    wrongRecoveryCode: 'Incorrect recovery code. Each code works only once',
    addressBlocked:
      'Too many failed attempts. For your security, your IP address is blocked for 10 minutes.',
    invalidTitle: 'This link has expired',
    invalidText:
      'The link is invalid or has expired. Each link works once, for 30 minutes, and only the latest one is valid. To get a new one, log in and choose “Lost your device?” when you are asked for the code.',
    notLoggedInTitle: 'Please log in first',
    notLoggedInText:
      'You can reset two-factor authentication in your security settings. If you lost your authenticator, enter your password and choose “Lost your device?” when you are asked for the code.',
    logIn: 'Log in',
    doneTitle: '2FA successfully reset',
    usePasskey: 'Use a passkey instead',
    creatingPasskey: 'Follow the steps that your browser shows…',
    passkeyStopped: 'No passkey was created. Try again, or use an authenticator app.',
    secondFactorAlreadySet: 'This passkey is already added, or you have ten.',
    wrongPasskey: 'Your device answered with something that could not be verified. Try again.',
    ceremonyExpired: 'That took too long. Open the link in the email again.',
    donePasskey: 'Your passkey is active. The old authenticator no longer works.',
    doneAuthenticator: 'Your new authenticator is active. The old one no longer works.',
    doneSessions: 'You have been logged out everywhere else.',
    doneCodes: 'Your old recovery codes no longer work.',
    doneMail: 'We have sent you an email about this change.',
    codesTitle: 'Save your new recovery codes',
    donePassword: 'Your new password is active.',
    lostPasskeys: 'Which passkeys have you lost?',
    lostPasskeysText: 'Those that you tick are removed. The others stay.',
    passkeyAdded: 'added {time}',
    passkeyUsed: 'last used {time}',
  },
  {
    ar: {
      title: 'إعادة تعيين خطوة التحقق الثانية',
      step: 'الخطوة {step} من 2',
      whose: 'الحساب: {email}.',
      codeText: 'أكّد هويتك أولًا: أدخل الرمز الذي يعرضه تطبيق المصادقة الحالي.',
      currentCode: 'تطبيق المصادقة الحالي',
      recoveryText:
        'أكّد هويتك أولًا: أدخل أحد رموز الاسترداد التي حفظتها. يُستخدم كل رمز مرة واحدة فقط.',
      recoveryCode: 'رمز الاسترداد',
      passwordText: 'أكّد هويتك أولًا: أدخل كلمة مرور حسابك.',
      password: 'كلمة المرور',
      otpHint: 'رمز من 6 أرقام',
      next: 'متابعة',
      useCode: 'استخدام رمز من تطبيق المصادقة الحالي',
      useRecoveryCode: 'استخدام رمز استرداد',
      usePassword: 'استخدام كلمة المرور',
      noneTitle: 'ليس لديّ أي من ذلك',
      noneText:
        'راسلنا على {supportEmail}. جهّز البريد الإلكتروني لحسابك واسم شركتك ورقم هاتف نتواصل معك عبره للتحقق من هويتك. سيصلك بعد ذلك رابط لا يتطلب سوى كلمة المرور.',
      newText:
        'أضف هذا المفتاح إلى تطبيق المصادقة على جهازك الجديد، ثم أدخل الرمز الذي يعرضه التطبيق.',
      newCode: 'تطبيق المصادقة الجديد',
      confirm: 'إعادة التعيين',
      sameCode: 'هذا رمز تطبيق المصادقة الحالي. أدخل الرمز الذي يعرضه التطبيق الجديد',
      beginAgain: 'استغرق ذلك وقتًا أطول من اللازم. حفاظًا على أمانك، يرجى البدء من جديد.',
      loginExpired: 'استغرق ذلك وقتًا أطول من اللازم. حفاظًا على أمانك، يرجى البدء من جديد',
      invalidCredentials: 'كلمة المرور غير صحيحة. يرجى المحاولة مرة أخرى',
      wrongRecoveryCode: 'رمز الاسترداد غير صحيح. يُستخدم كل رمز مرة واحدة فقط',
      addressBlocked:
        'محاولات فاشلة كثيرة. حفاظًا على أمانك، تم حظر عنوان IP الخاص بك لمدة 10 دقائق.',
      invalidTitle: 'انتهت صلاحية هذا الرابط',
      invalidText:
        'الرابط غير صالح أو انتهت صلاحيته. يعمل كل رابط مرة واحدة ولمدة 30 دقيقة، ولا يصلح إلا أحدث رابط. للحصول على رابط جديد، سجّل الدخول واختر «هل فقدت جهازك؟» عند طلب الرمز.',
      notLoggedInTitle: 'يرجى تسجيل الدخول أولًا',
      notLoggedInText:
        'تتم إعادة تعيين خطوة التحقق الثانية من إعدادات الأمان. إذا فقدت تطبيق المصادقة، فأدخل كلمة المرور واختر «فقدت تطبيق المصادقة» عند طلب الرمز.',
      logIn: 'تسجيل الدخول',
      doneTitle: 'تمت إعادة تعيين خطوة التحقق الثانية بنجاح',
      usePasskey: 'استخدام مفتاح مرور بدلًا من ذلك',
      creatingPasskey: 'اتبع الخطوات التي يعرضها المتصفح…',
      passkeyStopped: 'لم يُنشأ أي مفتاح مرور. حاول مرة أخرى أو استخدم تطبيق مصادقة.',
      secondFactorAlreadySet: 'هذا المفتاح مضاف بالفعل، أو لديك عشرة مفاتيح.',
      wrongPasskey: 'أرسل جهازك ردًا تعذّر التحقق منه. حاول مجددًا.',
      ceremonyExpired: 'استغرق الأمر وقتًا طويلًا. افتح الرابط الوارد في البريد مرة أخرى.',
      donePasskey: 'مفتاح المرور مفعّل، ولم يعد تطبيق المصادقة القديم يعمل.',
      doneAuthenticator: 'تطبيق المصادقة الجديد مفعّل، ولم يعد القديم يعمل.',
      doneSessions: 'تم تسجيل خروجك من كل الأجهزة الأخرى.',
      doneCodes: 'لم تعد رموز الاسترداد القديمة صالحة.',
      doneMail: 'أرسلنا إليك رسالة بريد إلكتروني بشأن هذا التغيير.',
      codesTitle: 'احفظ رموز الاسترداد الجديدة',
      donePassword: 'كلمة المرور الجديدة فعّالة.',
      lostPasskeys: 'أي مفاتيح المرور فقدتها؟',
      lostPasskeysText: 'تُزال المفاتيح التي تحددها، وتبقى الأخرى.',
      passkeyAdded: 'أُضيف في {time}',
      passkeyUsed: 'آخر استخدام في {time}',
    },
    fr: {
      title: 'Réinitialiser l’authentification à deux facteurs',
      step: 'Étape {step} sur 2',
      whose: 'Compte : {email}.',
      codeText:
        'Confirmez d’abord votre identité : saisissez le code affiché par votre application d’authentification actuelle.',
      currentCode: 'Authentificateur actuel',
      recoveryText:
        'Confirmez d’abord votre identité : saisissez l’un des codes de secours que vous avez enregistrés. Chaque code ne sert qu’une seule fois.',
      recoveryCode: 'Code de secours',
      passwordText: 'Confirmez d’abord votre identité : saisissez le mot de passe de votre compte.',
      password: 'Mot de passe',
      otpHint: 'Code à 6 chiffres',
      next: 'Continuer',
      useCode: 'Utiliser un code de mon authentificateur actuel',
      useRecoveryCode: 'Utiliser un code de secours',
      usePassword: 'Utiliser mon mot de passe',
      noneTitle: 'Je n’ai rien de tout cela',
      noneText:
        'Écrivez à {supportEmail}. Préparez l’adresse e-mail de votre compte, le nom de votre entreprise et un numéro de téléphone où vous joindre pour vérifier votre identité. Vous recevrez ensuite un lien qui ne demande que votre mot de passe.',
      newText:
        'Ajoutez cette clé à l’application d’authentification de votre nouvel appareil. Saisissez ensuite le code que l’application affiche.',
      newCode: 'Nouvel authentificateur',
      confirm: 'Réinitialiser',
      sameCode:
        'C’est le code de votre authentificateur actuel. Saisissez celui du nouvel authentificateur',
      beginAgain: 'Le délai est dépassé. Pour votre sécurité, veuillez recommencer.',
      loginExpired: 'Le délai est dépassé. Pour votre sécurité, veuillez recommencer',
      invalidCredentials: 'Mot de passe incorrect. Veuillez réessayer',
      wrongRecoveryCode: 'Code de secours incorrect. Chaque code ne sert qu’une seule fois',
      addressBlocked:
        'Trop de tentatives infructueuses. Pour votre sécurité, votre adresse IP est bloquée pendant 10 minutes.',
      invalidTitle: 'Ce lien a expiré',
      invalidText:
        'Le lien n’est pas valable ou a expiré. Chaque lien ne sert qu’une fois, pendant 30 minutes, et seul le plus récent est valable. Pour en obtenir un autre, connectez-vous et choisissez « Appareil perdu ? » lorsque le code vous est demandé.',
      notLoggedInTitle: 'Veuillez d’abord vous connecter',
      notLoggedInText:
        'L’authentification à deux facteurs se réinitialise dans vos paramètres de sécurité. Si vous avez perdu votre authentificateur, saisissez votre mot de passe et choisissez « Appareil perdu ? » lorsque le code vous est demandé.',
      logIn: 'Se connecter',
      doneTitle: 'Authentification à deux facteurs réinitialisée',
      usePasskey: 'Utiliser plutôt une clé d’accès',
      creatingPasskey: 'Suivez les étapes indiquées par votre navigateur…',
      passkeyStopped:
        'Aucune clé d’accès n’a été créée. Réessayez ou utilisez une application d’authentification.',
      secondFactorAlreadySet: 'Cette clé d’accès est déjà ajoutée, ou vous en avez dix.',
      wrongPasskey: 'La réponse de votre appareil n’a pas pu être vérifiée. Réessayez.',
      ceremonyExpired: 'Le délai est dépassé. Rouvrez le lien reçu par e-mail.',
      donePasskey: 'Votre clé d’accès est active ; l’ancien authentificateur ne fonctionne plus.',
      doneAuthenticator: 'Votre nouvel authentificateur est actif ; l’ancien ne fonctionne plus.',
      doneSessions: 'Vous avez été déconnecté partout ailleurs.',
      doneCodes: 'Vos anciens codes de secours ne fonctionnent plus.',
      doneMail: 'Nous vous avons envoyé un e-mail à propos de ce changement.',
      codesTitle: 'Enregistrez vos nouveaux codes de secours',
      donePassword: 'Votre nouveau mot de passe est actif.',
      lostPasskeys: 'Quelles clés d’accès avez-vous perdues ?',
      lostPasskeysText: 'Celles que vous cochez sont supprimées. Les autres restent.',
      passkeyAdded: 'ajoutée le {time}',
      passkeyUsed: 'dernière utilisation le {time}',
    },
    es: {
      title: 'Restablecer la autenticación de dos factores',
      step: 'Paso {step} de 2',
      whose: 'Cuenta: {email}.',
      codeText:
        'Primero confirme su identidad: introduzca el código que muestra su aplicación de autenticación actual.',
      currentCode: 'Autenticador actual',
      recoveryText:
        'Primero confirme su identidad: introduzca uno de los códigos de recuperación que guardó. Cada código sirve una sola vez.',
      recoveryCode: 'Código de recuperación',
      passwordText: 'Primero confirme su identidad: introduzca la contraseña de su cuenta.',
      password: 'Contraseña',
      otpHint: 'Código de 6 dígitos',
      next: 'Continuar',
      useCode: 'Usar un código de mi autenticador actual',
      useRecoveryCode: 'Usar un código de recuperación',
      usePassword: 'Usar mi contraseña',
      noneTitle: 'No tengo nada de esto',
      noneText:
        'Escriba a {supportEmail}. Tenga a mano el correo de su cuenta, el nombre de su empresa y un número de teléfono para verificar su identidad. Después recibirá un enlace que solo le pedirá la contraseña.',
      newText:
        'Añada esta clave a la aplicación de autenticación de su nuevo dispositivo. Después introduzca el código que muestra la aplicación.',
      newCode: 'Nuevo autenticador',
      confirm: 'Restablecer',
      sameCode: 'Este es el código de su autenticador actual. Introduzca el que muestra el nuevo',
      beginAgain: 'Ha pasado demasiado tiempo. Por su seguridad, empiece de nuevo.',
      loginExpired: 'Ha pasado demasiado tiempo. Por su seguridad, empiece de nuevo',
      invalidCredentials: 'Contraseña incorrecta. Inténtelo de nuevo',
      wrongRecoveryCode: 'Código de recuperación incorrecto. Cada código sirve una sola vez',
      addressBlocked:
        'Demasiados intentos fallidos. Por su seguridad, su dirección IP está bloqueada durante 10 minutos.',
      invalidTitle: 'Este enlace ha caducado',
      invalidText:
        'El enlace no es válido o ha caducado. Cada enlace sirve una sola vez, durante 30 minutos, y solo es válido el más reciente. Para obtener otro, inicie sesión y elija «¿Ha perdido su dispositivo?» cuando se le pida el código.',
      notLoggedInTitle: 'Inicie sesión primero',
      notLoggedInText:
        'La autenticación de dos factores se restablece en su configuración de seguridad. Si ha perdido su autenticador, introduzca su contraseña y elija «¿Ha perdido su dispositivo?» cuando se le pida el código.',
      logIn: 'Iniciar sesión',
      doneTitle: 'Autenticación de dos factores restablecida correctamente',
      usePasskey: 'Usar una llave de acceso',
      creatingPasskey: 'Siga los pasos que muestra su navegador…',
      passkeyStopped:
        'No se ha creado ninguna llave de acceso. Inténtelo de nuevo o use una aplicación de autenticación.',
      secondFactorAlreadySet: 'Esta llave de acceso ya está añadida, o ya tiene diez.',
      wrongPasskey: 'No se ha podido verificar la respuesta de su dispositivo. Inténtelo de nuevo.',
      ceremonyExpired: 'Se ha agotado el tiempo. Abra de nuevo el enlace del correo.',
      donePasskey: 'Su llave de acceso está activa; el autenticador anterior ya no funciona.',
      doneAuthenticator: 'Su nuevo autenticador está activo; el anterior ya no funciona.',
      doneSessions: 'Se ha cerrado su sesión en todos los demás sitios.',
      doneCodes: 'Sus códigos de recuperación anteriores ya no funcionan.',
      doneMail: 'Le hemos enviado un correo sobre este cambio.',
      codesTitle: 'Guarde sus nuevos códigos de recuperación',
      donePassword: 'Su contraseña nueva está activa.',
      lostPasskeys: '¿Qué llaves de acceso ha perdido?',
      lostPasskeysText: 'Las que marque se quitan. Las demás se conservan.',
      passkeyAdded: 'añadida el {time}',
      passkeyUsed: 'último uso el {time}',
    },
    zh: {
      title: '重置双重验证',
      step: '第 {step} 步，共 2 步',
      whose: '账户：{email}。',
      codeText: '请先确认是您本人：输入当前身份验证器应用显示的验证码。',
      currentCode: '当前身份验证器',
      recoveryText: '请先确认是您本人：输入您保存的一个恢复码。每个恢复码只能使用一次。',
      recoveryCode: '恢复码',
      passwordText: '请先确认是您本人：输入您账户的密码。',
      password: '密码',
      otpHint: '6 位验证码',
      next: '继续',
      useCode: '使用当前身份验证器的验证码',
      useRecoveryCode: '使用恢复码',
      usePassword: '使用我的密码',
      noneTitle: '以上我都没有',
      noneText:
        '请发送邮件至 {supportEmail}。请准备好您的账户邮箱、公司名称，以及用于核实您身份的联系电话。随后您会收到一个只需输入密码的链接。',
      newText: '将此密钥添加到新设备上的身份验证器应用，然后输入该应用显示的验证码。',
      newCode: '新身份验证器',
      confirm: '重置',
      sameCode: '这是当前身份验证器的验证码，请输入新身份验证器显示的验证码',
      beginAgain: '操作超时。为保障您的安全，请重新开始。',
      loginExpired: '操作超时。为保障您的安全，请重新开始',
      invalidCredentials: '密码错误，请重试',
      wrongRecoveryCode: '恢复码不正确。每个恢复码仅可使用一次',
      addressBlocked: '失败次数过多。为保障您的安全，您的 IP 地址已被封锁 10 分钟。',
      invalidTitle: '此链接已过期',
      invalidText:
        '链接无效或已过期。每个链接只能使用一次，30 分钟内有效，且仅最新的链接有效。如需新链接，请登录并在要求输入验证码时选择“设备丢失了？”。',
      notLoggedInTitle: '请先登录',
      notLoggedInText:
        '双重验证可在安全设置中重置。如果您丢失了身份验证器，请输入密码，并在要求输入验证码时选择“设备丢失了？”。',
      logIn: '登录',
      doneTitle: '双重验证已成功重置',
      usePasskey: '改用通行密钥',
      creatingPasskey: '请按照浏览器显示的步骤操作…',
      passkeyStopped: '未创建通行密钥。请重试，或使用身份验证器应用。',
      secondFactorAlreadySet: '该通行密钥已添加，或您已有十个。',
      wrongPasskey: '无法验证您设备的响应，请重试。',
      ceremonyExpired: '等待时间过长，请重新打开邮件中的链接。',
      donePasskey: '通行密钥已启用，旧身份验证器不再有效。',
      doneAuthenticator: '新身份验证器已启用，旧身份验证器不再有效。',
      doneSessions: '您已在其他所有设备上退出登录。',
      doneCodes: '旧的恢复码已失效。',
      doneMail: '我们已就此更改向您发送邮件。',
      codesTitle: '保存新的恢复码',
      donePassword: '您的新密码已生效。',
      lostPasskeys: '您丢失了哪些通行密钥？',
      lostPasskeysText: '勾选的通行密钥将被移除，其余保留。',
      passkeyAdded: '添加于 {time}',
      passkeyUsed: '上次使用于 {time}',
    },
  },
)

export const mailMessages = defineMessages(
  {
    subject: 'Reset two-factor authentication for {brand}',
    asked: 'We received a request to reset two-factor authentication for your {brand} account.',
    needed:
      'The link alone is not enough: the page also asks for a recovery code, a code from your old authenticator or your password.',
    link: 'Reset two-factor authentication',
    lifetime: 'The link works once, for 30 minutes.',
    unexpected:
      'If this was not you, someone may know your password. Do not use the link, change your password immediately and tell us: {supportEmail}',
    changedSubject: 'Your two-factor authentication for {brand} was reset',
    changed:
      'Two-factor authentication for your {brand} account was reset. A new authenticator replaces the old one, you have new recovery codes, and all other sessions have ended.',
    changedToPasskey:
      'Two-factor authentication for your {brand} account was reset. A passkey replaces the old authenticator, you have new recovery codes, and all other sessions have ended.',
    changedOwn: 'If this was you, you don’t need to do anything.',
    changedStranger:
      'If this was not you, disable the new second factor and log out everywhere now with the link below. Then change your password and tell us.',
    stop: 'This was not me: disable it and log out everywhere',
    stopLifetime: 'The link works once, for 24 hours. You don’t need to be logged in to use it.',
    questions: 'Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'إعادة تعيين خطوة التحقق الثانية لحسابك في {brand}',
      asked: 'تلقينا طلبًا لإعادة تعيين خطوة التحقق الثانية لحسابك في {brand}.',
      needed:
        'الرابط وحده لا يكفي: ستطلب منك الصفحة رمز استرداد أو رمزًا من تطبيق المصادقة القديم أو كلمة المرور.',
      link: 'إعادة تعيين خطوة التحقق الثانية',
      lifetime: 'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط.',
      unexpected:
        'لم تكن أنت؟ إذن ربما يعرف شخص ما كلمة مرورك: لا تستخدم الرابط، وغيّر كلمة المرور فورًا وأخبرنا: {supportEmail}',
      changedSubject: 'تمت إعادة تعيين خطوة التحقق الثانية لحسابك في {brand}',
      changed:
        'تمت إعادة تعيين خطوة التحقق الثانية لحسابك في {brand}: حلّ تطبيق مصادقة جديد محل القديم، وأُصدرت رموز استرداد جديدة، وأُنهيت كل الجلسات الأخرى.',
      changedToPasskey:
        'تمت إعادة تعيين خطوة التحقق الثانية لحسابك في {brand}: حلّ مفتاح مرور محل تطبيق المصادقة القديم، وأُصدرت رموز استرداد جديدة، وأُنهيت كل الجلسات الأخرى.',
      changedOwn: 'إن كنت أنت من فعل ذلك، فلا يلزمك أي إجراء.',
      changedStranger:
        'إذا لم تكن أنت، فعطّل خطوة التحقق الثانية الجديدة وسجّل الخروج من كل مكان فورًا عبر الرابط أدناه، ثم غيّر كلمة المرور وأخبرنا.',
      stop: 'لم أكن أنا: التعطيل وتسجيل الخروج من كل مكان',
      stopLifetime: 'الرابط صالح لمدة 24 ساعة ولمرة واحدة فقط، ولا يلزم تسجيل الدخول لاستخدامه.',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Réinitialisez l’authentification à deux facteurs de votre compte {brand}',
      asked:
        'Nous avons reçu une demande de réinitialisation de l’authentification à deux facteurs de votre compte {brand}.',
      needed:
        'Le lien ne suffit pas à lui seul : la page demande un code de secours, un code de votre ancien authentificateur ou votre mot de passe.',
      link: 'Réinitialiser l’authentification à deux facteurs',
      lifetime: 'Ce lien est valable 30 minutes et ne fonctionne qu’une seule fois.',
      unexpected:
        'Ce n’était pas vous ? Quelqu’un connaît peut-être votre mot de passe : n’utilisez pas le lien, changez immédiatement votre mot de passe et prévenez-nous : {supportEmail}',
      changedSubject:
        'L’authentification à deux facteurs de votre compte {brand} a été réinitialisée',
      changed:
        'L’authentification à deux facteurs de votre compte {brand} a été réinitialisée : un nouvel authentificateur remplace l’ancien, de nouveaux codes de secours ont été créés et toutes les autres sessions ont été fermées.',
      changedToPasskey:
        'L’authentification à deux facteurs de votre compte {brand} a été réinitialisée : une clé d’accès remplace l’ancien authentificateur, de nouveaux codes de secours ont été créés et toutes les autres sessions ont été fermées.',
      changedOwn: 'Si c’était vous, vous n’avez rien à faire.',
      changedStranger:
        'Si ce n’était pas vous, désactivez le nouveau second facteur et déconnectez-vous partout dès maintenant avec le lien ci-dessous. Changez ensuite votre mot de passe et prévenez-nous.',
      stop: 'Ce n’était pas moi : désactiver et tout déconnecter',
      stopLifetime:
        'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois. Il n’est pas nécessaire d’être connecté.',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: 'Restablezca la autenticación de dos factores de su cuenta de {brand}',
      asked:
        'Hemos recibido una solicitud para restablecer la autenticación de dos factores de su cuenta de {brand}.',
      needed:
        'El enlace por sí solo no basta: la página le pedirá un código de recuperación, un código de su autenticador anterior o su contraseña.',
      link: 'Restablecer la autenticación de dos factores',
      lifetime: 'El enlace es válido durante 30 minutos y solo funciona una vez.',
      unexpected:
        '¿No ha sido usted? Es posible que alguien conozca su contraseña: no use el enlace, cambie la contraseña de inmediato y avísenos: {supportEmail}',
      changedSubject: 'Se ha restablecido la autenticación de dos factores de su cuenta de {brand}',
      changed:
        'Se ha restablecido la autenticación de dos factores de su cuenta de {brand}: un nuevo autenticador sustituye al anterior, hay nuevos códigos de recuperación y se han cerrado todas las demás sesiones.',
      changedToPasskey:
        'Se ha restablecido la autenticación de dos factores de su cuenta de {brand}: una llave de acceso sustituye al autenticador anterior, hay nuevos códigos de recuperación y se han cerrado todas las demás sesiones.',
      changedOwn: 'Si ha sido usted, no tiene que hacer nada.',
      changedStranger:
        'Si no ha sido usted, desactive el nuevo segundo factor y cierre todas las sesiones ahora con el enlace de abajo. Después cambie su contraseña y avísenos.',
      stop: 'No he sido yo: desactivarlo y cerrar todas las sesiones',
      stopLifetime:
        'El enlace es válido durante 24 horas y solo funciona una vez. No hace falta haber iniciado sesión.',
      questions: '¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      subject: '重置您的 {brand} 双重验证',
      asked: '我们收到了重置您 {brand} 账户双重验证的请求。',
      needed: '仅有链接还不够：页面会要求输入恢复码、旧身份验证器的验证码或您的密码。',
      link: '重置双重验证',
      lifetime: '该链接 30 分钟内有效，且只能使用一次。',
      unexpected:
        '如果不是您本人操作，则可能有人知道您的密码：请勿使用该链接，立即更改密码并告知我们：{supportEmail}',
      changedSubject: '您的 {brand} 双重验证已重置',
      changed:
        '您 {brand} 账户的双重验证已重置：新的身份验证器已取代旧的，恢复码已更新，其他所有会话均已结束。',
      changedToPasskey:
        '您 {brand} 账户的双重验证已重置：通行密钥已取代旧身份验证器，恢复码已更新，其他所有会话均已结束。',
      changedOwn: '如果是您本人操作，则无需采取任何措施。',
      changedStranger:
        '如果不是您本人操作，请立即通过下方链接停用新的第二验证因素并退出所有登录，然后更改密码并告知我们。',
      stop: '不是我：停用并退出所有登录',
      stopLifetime: '该链接 24 小时内有效，且只能使用一次。无需登录即可使用。',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)
